import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { folderOf, titleOf } from '../../kit/paths.ts';
import { hrefOf } from '../../kit/route.ts';
import type { NoteData } from '../../markdown/context.ts';
import { Excerpt, ExcerptLine } from '../../markdown/excerpt.tsx';
import { version } from '../../state/version.ts';
import { LocalGraph } from './local-graph.tsx';

/** The outline of a note, the notes that link to it, and those that have to do with it. */
export function NotePanel({ note }: { note: NoteData }): JSX.Element {
  return (
    <aside class="panel scroll" aria-label="About this note" tabIndex={0}>
      <Outline note={note} />
      <Backlinks note={note} />
      <LocalGraph path={note.path} />
      <Related key={note.path} path={note.path} />
      <p class="panel-foot">
        <a class="button quiet" href={hrefOf('graph', note.path)}>
          <Icon name="graph" size={14} /> Show in the graph
        </a>
      </p>
    </aside>
  );
}

function Outline({ note: { path, outline } }: { note: NoteData }): JSX.Element | null {
  if (outline.length === 0) return null;
  const top = Math.min(...outline.map(({ level }) => level));
  return (
    <section>
      <h2>Outline</h2>
      <ul class="outline">
        {outline.map(({ level, text, line }) => (
          <li key={line} style={{ paddingLeft: `${(level - top) * 12}px` }}>
            <a class="truncate" href={hrefOf('notes', path, { at: text })}>
              <ExcerptLine text={text} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownFirst = 12;

function Backlinks({ note: { backlinks, backlinksTotal } }: { note: NoteData }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const those = isWhole ? backlinks : backlinks.slice(0, shownFirst);
  return (
    <section>
      <h2>
        Backlinks <span class="faint numbers">{backlinksTotal}</span>
      </h2>
      {backlinks.length === 0 && <p class="faint">No other note links here.</p>}
      <ul class="backlinks">
        {those.map(({ path, lines }) => (
          <li key={path}>
            <a href={hrefOf('notes', path, lines[0] ? { line: String(lines[0].line - 1) } : {})}>
              <span class="backlink-title truncate">
                {titleOf(path)} <span class="faint">{folderOf(path)}</span>
              </span>
              {lines.slice(0, 2).map(({ line, text }) => (
                <span key={line} class="backlink-line">
                  <Excerpt text={text} />
                </span>
              ))}
            </a>
          </li>
        ))}
      </ul>
      {those.length < backlinks.length && (
        <button type="button" class="button quiet" onClick={() => setWhole(true)}>
          {backlinks.length - those.length} more
        </button>
      )}
    </section>
  );
}

const relatedMax = 6;

/** Notes with the same words or links, and what they have in common. */
function Related({ path }: { path: string }): JSX.Element | null {
  const { value } = useAsked(
    async (signal) => (await call('note.related', { path, limit: relatedMax }, signal)).notes,
    [path, version.value],
  );
  if (value === undefined || value.length === 0) return null;
  return (
    <section aria-label="Related notes">
      <h2>Related</h2>
      <ul class="related">
        {value.map(({ path: other, why }) => (
          <li key={other}>
            <a href={hrefOf('notes', other)}>
              <span class="backlink-title truncate">
                {titleOf(other)} <span class="faint">{folderOf(other)}</span>
              </span>
              <span class="backlink-line">{why}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
