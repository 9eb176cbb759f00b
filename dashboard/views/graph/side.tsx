import type { ComponentChildren, JSX } from 'preact';
import { type GraphModel, neighboursOf } from '../../graph/model.ts';
import { titleOf } from '../../kit/paths.ts';
import { go } from '../../kit/route.ts';
import { tintClass } from './colours.ts';

interface GraphSideProps {
  readonly graph: GraphModel;
  readonly chosen: number | undefined;
  readonly onChoose: (node: number | undefined) => void;
  readonly found: ReadonlySet<number> | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly filters: ComponentChildren;
  /** What the colours mean, in their order. */
  readonly legend: readonly string[];
  readonly isByCluster: boolean;
  readonly onByCluster: (isByCluster: boolean) => void;
}

const listed = 10;
const listedMax = 60;

/** The same notes as text: found, linked to the chosen one, or with the most links. */
export function GraphSide(props: GraphSideProps): JSX.Element {
  const { graph, chosen, found, typed, onType, filters } = props;
  return (
    <section class="graph-side scroll" aria-label="Notes in the graph" tabIndex={0}>
      <input
        type="search"
        class="graph-search"
        aria-label="Find in the graph"
        placeholder="Find in the graph"
        value={typed}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      {filters}
      <Legend {...props} />
      {chosen === undefined ? (
        <h2>{found === undefined ? 'Most linked' : `Found ${found.size}`}</h2>
      ) : (
        <ChosenNote graph={graph} node={chosen} />
      )}
      <NodeList {...props} />
    </section>
  );
}

function ChosenNote({ graph, node }: { graph: GraphModel; node: number }): JSX.Element {
  const path = graph.paths[node] ?? '';
  return (
    <>
      <h2 class="truncate">{titleOf(path)}</h2>
      <p class="faint truncate">{path}</p>
      <p class="graph-actions">
        <button type="button" class="button primary" onClick={() => go('notes', path)}>
          Open
        </button>
        {node !== graph.center && (
          <button type="button" class="button" onClick={() => go('graph', path)}>
            Show neighbours only
          </button>
        )}
      </p>
      <h3>Links</h3>
    </>
  );
}

function NodeList({ graph, chosen, found, onChoose }: GraphSideProps): JSX.Element {
  const byLinks = (a: number, b: number): number =>
    (graph.degrees[b] ?? 0) - (graph.degrees[a] ?? 0);
  const nodes =
    chosen !== undefined
      ? [...neighboursOf(graph, chosen)].sort(byLinks)
      : [...(found ?? graph.byDegree.slice(0, listed))];
  return (
    <ul>
      {nodes.slice(0, listedMax).map((node) => (
        <li key={node}>
          <button type="button" onClick={() => onChoose(node)}>
            <span class="truncate">{graph.titles[node]}</span>
            <span class="faint numbers">{graph.degrees[node]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Legend({ legend, isByCluster, onByCluster }: GraphSideProps): JSX.Element {
  return (
    <>
      <fieldset class="segments" aria-label="Colours by">
        <button type="button" aria-pressed={!isByCluster} onClick={() => onByCluster(false)}>
          Folders
        </button>
        <button type="button" aria-pressed={isByCluster} onClick={() => onByCluster(true)}>
          Clusters
        </button>
      </fieldset>
      <ul class="legend" aria-label={isByCluster ? 'Colours of clusters' : 'Colours of folders'}>
        {legend.map((name, at) => (
          <li key={name} class={`truncate ${tintClass(at)}`}>
            {isByCluster ? `around ${name}` : name}
          </li>
        ))}
      </ul>
    </>
  );
}
