import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { filterGraph, type GraphModel, toGraphModel } from '../../graph/model.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { go } from '../../kit/route.ts';
import { version } from '../../state/version.ts';
import { Board } from './board.tsx';
import { GraphFilters } from './filters.tsx';

/** More notes of one tag are not asked for. */
const taggedMax = 50_000;

/** The notes and the links between them: all of them, or those around one. */
export function GraphView({ center }: { center: string }): JSX.Element {
  const [depth, setDepth] = useState(2);
  const [folder, setFolder] = useState('');
  const [tag, setTag] = useState('');
  const { value, error } = useAsked(
    (signal) => call('graph.get', center === '' ? {} : { center, depth }, signal),
    [center, depth, version.value],
  );
  const { value: tagged } = useAsked(
    tag === ''
      ? undefined
      : async (signal) =>
          new Set((await call('tag.notes', { tag, limit: taggedMax }, signal)).notes),
    [tag, version.value],
  );
  const graph = useSameGraph(value, folder, tag === '' ? undefined : tagged);
  const all = useMemo(() => value?.paths ?? [], [value]);
  return (
    <>
      <header class="bar">
        <h1>Graph</h1>
        {graph !== undefined && (
          <span class="faint numbers truncate">
            {graph.paths.length.toLocaleString()} notes ·{' '}
            {(graph.edges.length / 2).toLocaleString()} links
          </span>
        )}
        <span class="grow" />
        {center !== '' && (
          <label class="depth">
            Steps
            <input
              type="range"
              min="1"
              max="4"
              value={depth}
              onInput={({ currentTarget }) => setDepth(Number(currentTarget.value))}
            />
            <span class="numbers">{depth}</span>
          </label>
        )}
        {center !== '' && (
          <button type="button" class="button" onClick={() => go('graph')}>
            Whole vault
          </button>
        )}
      </header>
      {error !== undefined && (
        <Empty icon="warning" title="Cannot show the graph">
          {sayError(error)}
        </Empty>
      )}
      {graph !== undefined && (
        <Board
          graph={graph}
          filters={
            <GraphFilters
              paths={all}
              folder={folder}
              onFolder={setFolder}
              tag={tag}
              onTag={setTag}
            />
          }
        />
      )}
    </>
  );
}

/** The same graph again does not restart the layout. */
function useSameGraph(
  answer: Output<'graph.get'> | undefined,
  folder: string,
  tagged: ReadonlySet<string> | undefined,
): GraphModel | undefined {
  const kept = useRef<GraphModel>(undefined);
  return useMemo(() => {
    if (answer === undefined) return undefined;
    const { paths, edges, center } = filterGraph(
      {
        paths: answer.paths,
        edges: answer.edges,
        ...(answer.center !== undefined && { center: answer.center }),
      },
      { folder, tagged },
    );
    const old = kept.current;
    const isSame = old !== undefined && old.center === center && areEqual(old.paths, paths);
    if (!isSame || !areEqual(old.edges, edges)) kept.current = toGraphModel(paths, edges, center);
    return kept.current;
  }, [answer, folder, tagged]);
}

function areEqual(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
