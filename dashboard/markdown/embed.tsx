import type { JSX } from 'preact';
import { call, fileUrl, sayError } from '../api/call.ts';
import { useAsked } from '../kit/hooks.ts';
import { Icon } from '../kit/icons.tsx';
import { endingOf, isNotePath, nameOf, titleOf } from '../kit/paths.ts';
import { hrefOf } from '../kit/route.ts';
import { useNote } from './context.ts';
import { NoteLink, useTarget } from './link.tsx';
import { decodeTarget, safeHref, splitTarget } from './links.ts';
import { NoteText } from './note-text.tsx';

const pictures = /^(png|jpe?g|gif|webp|avif|bmp|svg)$/;
const sounds = /^(mp3|wav|ogg|m4a|flac|opus)$/;
const films = /^(mp4|webm|mov|ogv)$/;
const depthMax = 4;

export function Embed({ target, info }: { target: string; info: string }): JSX.Element {
  const path = useTarget(target);
  const { depth } = useNote();
  if (path === undefined) return <NoteLink target={target} label={info} />;
  if (isNotePath(path)) {
    return depth < depthMax ? (
      <EmbeddedNote path={path} part={splitTarget(target).part} />
    ) : (
      <NoteLink target={target} label={info} />
    );
  }
  return <EmbeddedFile path={path} info={info} />;
}

function EmbeddedFile({ path, info }: { path: string; info: string }): JSX.Element {
  const ending = endingOf(path);
  const [, width, height] = /^(\d+)(?:x(\d+))?$/.exec(info) ?? [];
  const label = width === undefined && info !== '' ? info : nameOf(path);
  if (pictures.test(ending)) {
    return (
      <img
        src={fileUrl(path)}
        alt={label}
        loading="lazy"
        {...(width && { width: Number(width) })}
        {...(height && { height: Number(height) })}
      />
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: a recording in a vault has no captions to offer.
  if (sounds.test(ending)) return <audio controls preload="none" src={fileUrl(path)} />;
  // biome-ignore lint/a11y/useMediaCaption: a recording in a vault has no captions to offer.
  if (films.test(ending)) return <video controls preload="metadata" src={fileUrl(path)} />;
  return (
    <a class="file-card" href={fileUrl(path)} target="_blank" rel="noopener">
      <Icon name="file" />
      <span>{label}</span>
      <span class="faint">{ending.toUpperCase()}</span>
    </a>
  );
}

/** Pictures by Markdown links: those of the vault are shown, those of other sites are not fetched. */
export function ImageOf({ source, alt }: { source: string; alt: string }): JSX.Element {
  const [label = '', size = ''] = alt.split('|');
  const path = useTarget(decodeTarget(source));
  if (path !== undefined) return <EmbeddedFile path={path} info={size || label} />;
  const outside = safeHref(source);
  return outside === undefined ? (
    <span class="external-image">{label || source}</span>
  ) : (
    <a class="external-image" href={outside} target="_blank" rel="noopener noreferrer">
      {label || 'Picture on another site'}
    </a>
  );
}

function EmbeddedNote({ path, part }: { path: string; part: string }): JSX.Element {
  const { value, error } = useAsked((signal) => call('note.renderData', { path }, signal), [path]);
  return (
    <div class="embedded">
      <a class="embedded-title" href={hrefOf('notes', path, part === '' ? {} : { at: part })}>
        <Icon name="link" size={13} />
        {titleOf(path)}
        {part !== '' && ` > ${part.replace(/^\^/, '')}`}
      </a>
      {error !== undefined && <p class="faint">{sayError(error)}</p>}
      {value !== undefined && <NoteText note={value} part={part} isEmbedded />}
    </div>
  );
}
