import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { type GraphModel, neighboursOf, toGraphModel } from '../../graph/model.ts';
import { Stage } from '../../graph/stage.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { titleOf } from '../../kit/paths.ts';
import { go } from '../../kit/route.ts';
import { version } from '../../state/version.ts';
import { followColours, tintClass } from './colours.ts';

/** The notes and the links between them: all of them, or those around one. */
export function GraphView({ center }: { center: string }): JSX.Element {
  const [depth, setDepth] = useState(2);
  const { value, error } = useAsked(
    (signal) => call('graph.get', center === '' ? {} : { center, depth }, signal),
    [center, depth, version.value],
  );
  const graph = useSameGraph(value);
  return (
    <>
      <header class="bar">
        <h1>Graph</h1>
        {graph !== undefined && (
          <span class="faint numbers">
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
      {graph !== undefined && graph.paths.length === 0 && (
        <Empty icon="graph" title="No notes yet">
          Links between notes appear here.
        </Empty>
      )}
      {graph !== undefined && graph.paths.length > 0 && <Board graph={graph} />}
    </>
  );
}

/** The same graph again does not restart the layout. */
function useSameGraph(answer: Output<'graph.get'> | undefined): GraphModel | undefined {
  const kept = useRef<GraphModel>(undefined);
  return useMemo(() => {
    if (answer === undefined) return undefined;
    const { paths, edges, center } = answer;
    const old = kept.current;
    const isSame = old !== undefined && old.center === center && areEqual(old.paths, paths);
    if (!isSame || !areEqual(old.edges, edges)) kept.current = toGraphModel(paths, edges, center);
    return kept.current;
  }, [answer]);
}

function areEqual(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function Board({ graph }: { graph: GraphModel }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const [chosen, setChosen] = useState(graph.center);
  const [hovered, setHovered] = useState<number>();
  useEffect(() => {
    if (canvas.current === null) return undefined;
    setChosen(graph.center);
    const colours = followColours(canvas.current, () => stage.current?.repaint());
    stage.current = new Stage({
      canvas: canvas.current,
      graph,
      colours: colours.read,
      covered: () => (isNarrow.matches ? 0 : sideWidth),
      onHover: setHovered,
      onChoose: setChosen,
      onOpen: (node) => go('notes', graph.paths[node] ?? ''),
    });
    return () => {
      colours.close();
      stage.current?.close();
    };
  }, [graph]);
  useEffect(() => stage.current?.emphasise(hovered ?? chosen), [hovered, chosen]);
  useKeys({
    '+': () => stage.current?.zoom(1.3),
    '=': () => stage.current?.zoom(1.3),
    '-': () => stage.current?.zoom(1 / 1.3),
    '0': () => stage.current?.fit(),
    ArrowLeft: () => stage.current?.pan(-60, 0),
    ArrowRight: () => stage.current?.pan(60, 0),
    ArrowUp: () => stage.current?.pan(0, -60),
    ArrowDown: () => stage.current?.pan(0, 60),
    Escape: () => setChosen(undefined),
  });
  return (
    <div class={`body board ${hovered === undefined ? '' : 'pointing'}`}>
      <canvas ref={canvas} role="img" aria-label={`Graph of ${graph.paths.length} notes`} />
      <GraphSide
        graph={graph}
        chosen={chosen}
        onChoose={(node) => {
          setChosen(node);
          if (node !== undefined) stage.current?.show(node);
        }}
      />
      <Legend graph={graph} />
      <div class="board-tools">
        <Tool label="Zoom in" onClick={() => stage.current?.zoom(1.3)}>
          +
        </Tool>
        <Tool label="Zoom out" onClick={() => stage.current?.zoom(1 / 1.3)}>
          −
        </Tool>
        <Tool label="Show everything" onClick={() => stage.current?.fit()}>
          <Icon name="fit" size={14} />
        </Tool>
      </div>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function Tool({ label, onClick, children }: ToolProps): JSX.Element {
  return (
    <button type="button" class="button square" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

function Legend({ graph: { folders } }: { graph: GraphModel }): JSX.Element | null {
  if (folders.length < 2) return null;
  return (
    <ul class="legend" aria-label="Colours of folders">
      {folders.map((folder, at) => (
        <li key={folder} class={tintClass(at)}>
          {folder}
        </li>
      ))}
    </ul>
  );
}

interface GraphSideProps {
  readonly graph: GraphModel;
  readonly chosen: number | undefined;
  readonly onChoose: (node: number | undefined) => void;
}

/** The list covers part of the graph where there is room for it. */
const sideWidth = 250;
const isNarrow = matchMedia('(max-width: 760px)');
const listed = 10;

/** As a list: the notes with the most links, or the neighbours of the chosen one. */
function GraphSide({ graph, chosen, onChoose }: GraphSideProps): JSX.Element {
  const nodes =
    chosen === undefined
      ? [...graph.byDegree.slice(0, listed)]
      : [...neighboursOf(graph, chosen)].sort(
          (a, b) => (graph.degrees[b] ?? 0) - (graph.degrees[a] ?? 0),
        );
  const path = chosen === undefined ? undefined : graph.paths[chosen];
  return (
    <section class="graph-side scroll" aria-label="Notes in the graph" tabIndex={0}>
      {path === undefined ? (
        <h2>Most linked</h2>
      ) : (
        <>
          <h2 class="truncate">{titleOf(path)}</h2>
          <p class="faint truncate">{path}</p>
          <p class="graph-actions">
            <button type="button" class="button primary" onClick={() => go('notes', path)}>
              Open
            </button>
            <button type="button" class="button" onClick={() => go('graph', path)}>
              Show neighbours only
            </button>
          </p>
          <h3>
            Links <span class="faint numbers">{nodes.length}</span>
          </h3>
        </>
      )}
      <ul>
        {nodes.slice(0, 60).map((node) => (
          <li key={node}>
            <button type="button" onClick={() => onChoose(node)}>
              <span class="truncate">{graph.titles[node]}</span>
              <span class="faint numbers">{graph.degrees[node]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
