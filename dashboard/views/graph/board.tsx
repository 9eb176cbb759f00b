import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type GraphModel, toClusterTints } from '../../graph/model.ts';
import { Stage } from '../../graph/stage.ts';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { go } from '../../kit/route.ts';
import { followColours } from './colours.ts';
import { GraphSide } from './side.tsx';

interface BoardProps {
  readonly graph: GraphModel;
  readonly filters: ComponentChildren;
}

/** The drawing, and beside it what can be read, searched and chosen. */
export function Board({ graph, filters }: BoardProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const [chosen, setChosen] = useState(graph.center);
  const [hovered, setHovered] = useState<number>();
  const [typed, setTyped] = useState('');
  const [clusters, setClusters] = useState<Uint32Array>();
  const [isByCluster, setByCluster] = useState(false);
  const found = useMemo(() => findTitles(graph, typed), [graph, typed]);
  const byCluster = useMemo(
    () => (clusters?.length === graph.paths.length ? toClusterTints(graph, clusters) : undefined),
    [graph, clusters],
  );
  const look =
    isByCluster && byCluster !== undefined
      ? byCluster
      : { tints: graph.tints, names: graph.folders };
  useEffect(() => {
    if (canvas.current === null) return undefined;
    setChosen(graph.center);
    const colours = followColours(canvas.current, () => stage.current?.repaint());
    stage.current = new Stage({
      canvas: canvas.current,
      graph,
      colours: colours.read,
      onHover: setHovered,
      onChoose: setChosen,
      onOpen: (node) => go('notes', graph.paths[node] ?? ''),
      onClusters: setClusters,
    });
    return () => {
      colours.close();
      stage.current?.close();
    };
  }, [graph]);
  useEffect(
    () => stage.current?.emphasise(hovered ?? chosen, found),
    [graph, hovered, chosen, found],
  );
  useEffect(() => stage.current?.colour(look.tints), [graph, look.tints]);
  const zoom = (by: number) => () => stage.current?.zoom(by);
  useKeys({
    '+': zoom(1.3),
    '=': zoom(1.3),
    '-': zoom(1 / 1.3),
    '0': () => stage.current?.fit(),
    ArrowLeft: () => stage.current?.pan(-60, 0),
    ArrowRight: () => stage.current?.pan(60, 0),
    ArrowUp: () => stage.current?.pan(0, -60),
    ArrowDown: () => stage.current?.pan(0, 60),
    Escape: () => setChosen(undefined),
  });
  return (
    <div class={`body board ${hovered === undefined ? '' : 'pointing'}`}>
      <div class="graph-paper">
        <canvas ref={canvas} role="img" aria-label={`Graph of ${graph.paths.length} notes`} />
        {graph.paths.length === 0 && (
          <Empty icon="graph" title="No notes here">
            Links between notes appear here.
          </Empty>
        )}
        <div class="board-tools">
          <Tool label="Zoom in" onClick={zoom(1.3)}>
            +
          </Tool>
          <Tool label="Zoom out" onClick={zoom(1 / 1.3)}>
            −
          </Tool>
          <Tool label="Show everything" onClick={() => stage.current?.fit()}>
            <Icon name="fit" size={14} />
          </Tool>
        </div>
      </div>
      <GraphSide
        graph={graph}
        chosen={chosen}
        found={found}
        typed={typed}
        onType={setTyped}
        filters={filters}
        legend={look.names}
        isByCluster={isByCluster}
        onByCluster={setByCluster}
        onChoose={(node) => {
          setChosen(node);
          if (node !== undefined) stage.current?.show(node);
        }}
      />
    </div>
  );
}

/** Notes whose names have what was typed; undefined while nothing is. */
function findTitles(
  { titles, byDegree }: GraphModel,
  typed: string,
): ReadonlySet<number> | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return undefined;
  return new Set([...byDegree].filter((node) => titles[node]?.toLowerCase().includes(wanted)));
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
