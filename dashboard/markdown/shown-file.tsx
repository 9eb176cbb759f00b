import type { JSX } from 'preact';
import { fileUrl } from '../api/call.ts';
import { LazyCanvas } from '../canvas/lazy-canvas.tsx';
import { Icon } from '../kit/icons.tsx';
import { endingOf, nameOf } from '../kit/paths.ts';
import { BaseAnswer } from '../views/query/base-answer.tsx';
import { useNote } from './context.ts';
import { kindOf } from './media.ts';

interface ShownFileProps {
  readonly path: string;
  /** The label of an embed, or the size of its picture. */
  readonly info?: string;
  /** A page or a height of a PDF, a view of a base. */
  readonly part?: string;
  /** It has the whole pane. */
  readonly isWhole?: boolean;
}

/** A file that is no note, as far as a browser can show it; anything else is offered. */
export function ShownFile(props: ShownFileProps): JSX.Element {
  const { path, info = '', part = '', isWhole = false } = props;
  const { path: from, depth } = useNote();
  const [, width, height] = /^(\d+)(?:x(\d+))?$/.exec(info) ?? [];
  const label = width === undefined && info !== '' ? info : nameOf(path);
  switch (kindOf(endingOf(path))) {
    case 'picture':
      return (
        <img
          src={fileUrl(path)}
          alt={label}
          loading="lazy"
          {...(width && { width: Number(width) })}
          {...(height && { height: Number(height) })}
        />
      );
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: a recording in a vault has no captions to offer.
      return <audio controls preload="none" src={fileUrl(path)} aria-label={label} />;
    case 'film':
      // biome-ignore lint/a11y/useMediaCaption: a recording in a vault has no captions to offer.
      return <video controls preload="metadata" src={fileUrl(path)} aria-label={label} />;
    case 'pdf':
      return <Pdf path={path} label={label} part={part} isWhole={isWhole} />;
    case 'base':
      return <BaseAnswer path={path} view={part} from={from} />;
    case 'canvas':
      return depth > 1 ? (
        <FileCard path={path} label={label} />
      ) : (
        <LazyCanvas path={path} isWhole={isWhole} />
      );
    case 'other':
      return <FileCard path={path} label={label} />;
  }
}

function FileCard({ path, label }: { path: string; label: string }): JSX.Element {
  return (
    <a class="file-card" href={fileUrl(path)} target="_blank" rel="noopener">
      <Icon name="file" />
      <span>{label}</span>
      <span class="faint">{endingOf(path).toUpperCase()}</span>
    </a>
  );
}

interface PdfProps {
  readonly path: string;
  readonly label: string;
  readonly part: string;
  readonly isWhole: boolean;
}

/** In the browser's own viewer, which asks for ranges; where there is none, as a link. */
function Pdf({ path, label, part, isWhole }: PdfProps): JSX.Element {
  if (!navigator.pdfViewerEnabled) return <FileCard path={path} label={label} />;
  const asked = new URLSearchParams(part);
  const page = asked.get('page');
  const height = Number(asked.get('height'));
  return (
    <iframe
      class={isWhole ? 'pdf whole' : 'pdf'}
      title={label}
      loading="lazy"
      src={`${fileUrl(path)}${page === null ? '' : `#page=${encodeURIComponent(page)}`}`}
      {...(height > 0 && { style: { height: `${height}px` } })}
    />
  );
}
