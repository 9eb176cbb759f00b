import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked, useSettled } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { go, goInstead } from '../../kit/route.ts';
import { sayDuration } from '../../kit/times.ts';
import { version } from '../../state/version.ts';
import { QueryAnswer } from '../query/answer.tsx';
import { type Hit, Hits } from './hits.tsx';

const modes = [
  ['ranked', 'Best'],
  ['text', 'Exact'],
  ['regex', 'Pattern'],
  ['obsidian', 'Obsidian'],
  ['dql', 'Query'],
] as const;
type Mode = (typeof modes)[number][0];

const hints: Record<Mode, string> = {
  ranked: 'Search, best matches first',
  text: 'All of these words, “a phrase in quotes”',
  regex: 'A regular expression',
  obsidian: 'tag:#book path:Projects -done',
  dql: 'TABLE rating FROM #book SORT rating DESC',
};

interface SearchViewProps {
  readonly query: string;
  readonly mode: string;
}

/** Starts over when the address has another query than what was typed here. */
export function SearchView({ query, mode }: SearchViewProps): JSX.Element {
  const own = useRef(query);
  const visits = useRef(0);
  if (query !== own.current) visits.current++;
  own.current = query;
  const follow = (typed: string, next: Mode): void => {
    own.current = typed;
    goInstead('search', '', { mode: next, q: typed });
  };
  return <Search key={visits.current} query={query} mode={mode} follow={follow} />;
}

interface SearchProps extends SearchViewProps {
  /** Puts the query into the address, so that the back button leads to it. */
  readonly follow: (typed: string, mode: Mode) => void;
}

function Search({ query, mode: wanted, follow }: SearchProps): JSX.Element {
  const mode = modes.find(([name]) => name === wanted)?.[0] ?? 'ranked';
  const [typed, setTyped] = useState(query);
  const settled = useSettled(typed, 400);
  useEffect(() => {
    if (settled !== query) follow(settled, mode);
  }, [settled]);
  const setMode = (next: Mode): void => follow(typed, next);
  return (
    <>
      <header class="bar">
        <h1>Search</h1>
        <span class="grow" />
        <fieldset class="segments" aria-label="How to search">
          {modes.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode === name}
              onClick={() => setMode(name)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </header>
      {mode === 'dql' ? (
        <QuerySearch typed={typed} setTyped={setTyped} />
      ) : (
        <WordSearch key={mode} mode={mode} typed={typed} setTyped={setTyped} />
      )}
    </>
  );
}

/** Results that are asked for with every key, and when the typing pauses. */
const hitsFirst = 12;
const hitsMax = 60;

interface TypingProps {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
}

function WordSearch({
  mode,
  typed,
  setTyped,
}: TypingProps & { mode: Exclude<Mode, 'dql'> }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  useLayoutEffect(() => field.current?.focus(), []);
  const query = typed.trim();
  // What fits on a screen comes first, the rest when the typing pauses.
  const isPausing = useSettled(query, 250) === query;
  const limit = isPausing ? hitsMax : hitsFirst;
  const { value, error, isOld } = useAsked(
    query === ''
      ? undefined
      : async (signal) => ({
          query,
          ...(await call('note.search', { query, mode, limit, matches: 4 }, signal)),
        }),
    [mode, query, limit, version.value],
  );
  const hits = value?.hits ?? [];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(hits.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter') openHit(hits[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="body search">
      <div class="search-field">
        <Icon name="search" size={18} />
        <input
          ref={field}
          type="text"
          role="searchbox"
          aria-label="Search the notes"
          {...(query !== '' && { 'aria-controls': 'hits' })}
          placeholder={hints[mode]}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(0);
          }}
        />
        {value !== undefined && (
          <span class="faint numbers search-count" role="status">
            {value.total} {value.total === 1 ? 'note' : 'notes'} · {sayDuration(value.tookMs)}
          </span>
        )}
      </div>
      <div class={`scroll hits-box ${isOld ? 'old' : ''}`} tabIndex={-1}>
        {error !== undefined && <p class="query-error">{sayError(error)}</p>}
        {query === '' && <SearchHelp />}
        {query !== '' && value !== undefined && hits.length === 0 && (
          <Empty icon="search" title="No results">
            Try fewer words, or another mode.
          </Empty>
        )}
        {query !== '' && <Hits hits={hits} at={at} answers={value?.query ?? ''} />}
      </div>
    </div>
  );
}

function openHit(hit: Hit | undefined): void {
  const line = hit?.passage?.line ?? hit?.matches.find((match) => match.line > 0)?.line;
  if (hit) go('notes', hit.path, line === undefined ? {} : { line: String(line - 1) });
}

function SearchHelp(): JSX.Element {
  return (
    <Empty icon="search" title="Search the whole vault">
      Results appear as you type. Move with <kbd>↑</kbd> <kbd>↓</kbd>, open with <kbd>↵</kbd>.
    </Empty>
  );
}

const examples = [
  'TABLE file.mtime AS "Changed" FROM "" SORT file.mtime DESC LIMIT 20',
  'TASK WHERE !completed',
  'LIST FROM #project',
];

function QuerySearch({ typed, setTyped }: TypingProps): JSX.Element {
  const asked = useSettled(typed, 250);
  return (
    <div class="body search">
      <div class="query-field">
        <textarea
          class="mono"
          aria-label="A Dataview query"
          rows={4}
          spellcheck={false}
          placeholder={hints.dql}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <div class="scroll hits-box" tabIndex={-1}>
        {asked.trim() === '' ? (
          <Empty icon="search" title="Enter a Dataview query">
            <span class="examples">
              {examples.map((example) => (
                <button key={example} type="button" class="mono" onClick={() => setTyped(example)}>
                  {example}
                </button>
              ))}
            </span>
          </Empty>
        ) : (
          <QueryAnswer query={asked} />
        )}
      </div>
    </div>
  );
}
