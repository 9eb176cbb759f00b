import type { JSX } from 'preact';
import { call, sayError } from '../api/call.ts';
import { useAsked } from '../kit/hooks.ts';
import { Icon } from '../kit/icons.tsx';
import { isNotePath, titleOf } from '../kit/paths.ts';
import { hrefOf } from '../kit/route.ts';
import { useNote } from './context.ts';
import { NoteLink, useTarget } from './link.tsx';
import { decodeTarget, safeHref, splitTarget } from './links.ts';
import { NoteText } from './note-text.tsx';
import { ShownFile } from './shown-file.tsx';

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
  return <ShownFile path={path} info={info} part={splitTarget(target).part} />;
}

/** Pictures by Markdown links: those of the vault are shown, those of other sites are not fetched. */
export function ImageOf({ source, alt }: { source: string; alt: string }): JSX.Element {
  const [label = '', size = ''] = alt.split('|');
  const path = useTarget(decodeTarget(source));
  if (path !== undefined) return <ShownFile path={path} info={size || label} />;
  const outside = safeHref(source);
  return outside === undefined ? (
    <span class="external-image">{label || source}</span>
  ) : (
    <a class="external-image" href={outside} target="_blank" rel="noopener noreferrer">
      {label || 'Picture on another site'}
    </a>
  );
}

export function EmbeddedNote({ path, part }: { path: string; part: string }): JSX.Element {
  const { value, error } = useAsked((signal) => call('note.renderData', { path }, signal), [path]);
  const isPending = value === undefined && error === undefined;
  return (
    <div class="embedded" aria-busy={isPending || undefined}>
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
