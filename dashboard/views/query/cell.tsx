import type { ComponentChildren, JSX } from 'preact';
import { isRecord } from '../../../src/kit/records.ts';
import { fileUrl } from '../../api/call.ts';
import { endingOf, isNotePath, nameOf, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import { ExcerptLine } from '../../markdown/excerpt.tsx';
import { TextLine } from '../../markdown/fragment.tsx';
import { safeHref } from '../../markdown/links.ts';
import { isPicture } from '../../markdown/media.ts';
import { SafeHtml } from '../../markdown/safe-html.tsx';
import { findByName } from '../../state/files.ts';

type Json = Readonly<Record<string, unknown>>;

/** A value of an answer as a reader sees it. */
export function Cell({ value }: { value: unknown }): ComponentChildren {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>;
  if (typeof value === 'boolean') {
    return <input type="checkbox" checked={value} disabled aria-label={value ? 'Yes' : 'No'} />;
  }
  if (typeof value === 'string') return <TextCell text={value} />;
  if (Array.isArray(value)) return <ListCell values={value} />;
  return isRecord(value) ? <ObjectCell value={value} /> : String(value);
}

/** A date is one word. */
function TextCell({ text }: { text: string }): JSX.Element {
  return /^\d{4}-\d\d-\d\d/.test(text) ? (
    <span class="cell-date numbers">{text.replace('T', ' ')}</span>
  ) : (
    <TextLine text={text} />
  );
}

function ListCell({ values }: { values: readonly unknown[] }): ComponentChildren {
  return values.map((each, at) => (
    <span key={at}>
      {at > 0 && ', '}
      <Cell value={each} />
    </span>
  ));
}

function ObjectCell({ value }: { value: Json }): JSX.Element {
  const { path, display, subpath, text, status, line, missing, image, icon, html, error } = value;
  if (typeof text === 'string' && typeof status === 'string' && typeof path === 'string') {
    return (
      <a class="task-row" href={hrefOf('notes', path, { line: String(line) })}>
        <span class={`box ${status === ' ' ? '' : 'ticked'}`} aria-hidden="true" />
        <span>
          <ExcerptLine text={text} />
        </span>{' '}
        <span class="faint">{titleOf(path)}</span>
      </a>
    );
  }
  if (typeof path === 'string') return <PathCell path={path} display={display} subpath={subpath} />;
  if (typeof missing === 'string') {
    const label = typeof display === 'string' ? display : missing;
    return (
      <a class="missing" href={hrefOf('notes', `${missing}.md`, { new: '1' })}>
        {label}
      </a>
    );
  }
  if (typeof image === 'string') return <Picture source={image} />;
  if (typeof html === 'string') return <SafeHtml html={html} />;
  if (typeof icon === 'string') return <span class="faint">{icon}</span>;
  if (typeof error === 'string') {
    return (
      <span class="cell-error" title={error}>
        Error
      </span>
    );
  }
  return <code>{JSON.stringify(value)}</code>;
}

interface PathCellProps {
  readonly path: string;
  readonly display: unknown;
  readonly subpath: unknown;
}

function PathCell({ path, display, subpath }: PathCellProps): JSX.Element {
  const label =
    typeof display === 'string' ? display : isNotePath(path) ? titleOf(path) : nameOf(path);
  return (
    <a
      class="inside"
      href={hrefOf('notes', path, typeof subpath === 'string' ? { at: subpath } : {})}
    >
      {label}
    </a>
  );
}

/** A picture of the vault. One of another site is not fetched, only linked to. */
export function Picture({ source }: { source: unknown }): JSX.Element | null {
  const written = writtenSource(source);
  if (written === undefined) return null;
  const path = isRecord(source) && typeof source.path === 'string' ? written : findByName(written);
  if (path !== undefined && isPicture(endingOf(path)))
    return <img src={fileUrl(path)} alt={nameOf(path)} loading="lazy" />;
  const outside = safeHref(written);
  return outside === undefined ? null : (
    <a class="external-image" href={outside} target="_blank" rel="noopener noreferrer">
      Picture on another site
    </a>
  );
}

function writtenSource(source: unknown): string | undefined {
  if (Array.isArray(source)) return writtenSource(source[0]);
  if (typeof source === 'string') return source.replace(/^!?\[\[([^\]|#]+).*\]\]$/, '$1');
  if (!isRecord(source)) return undefined;
  const { path, image } = source;
  return typeof path === 'string' ? path : typeof image === 'string' ? image : undefined;
}
