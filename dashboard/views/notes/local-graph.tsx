import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { type GraphModel, toGraphModel } from '../../graph/model.ts';
import { Stage } from '../../graph/stage.ts';
import { useAsked } from '../../kit/hooks.ts';
import { go } from '../../kit/route.ts';
import { version } from '../../state/version.ts';
import { followColours } from '../graph/colours.ts';

/** The notes around one note, small, beside it. A click opens one of them. */
export function LocalGraph({ path }: { path: string }): JSX.Element | null {
  const [depth, setDepth] = useState(1);
  const { value } = useAsked(
    async (signal) => {
      const { paths, edges, center } = await call('graph.get', { center: path, depth }, signal);
      return toGraphModel(paths, edges, center);
    },
    [path, depth, version.value],
  );
  if (value === undefined || value.paths.length < 2) return null;
  return (
    <section aria-label="Notes around this one">
      <h2>
        Around it <span class="faint numbers">{value.paths.length - 1}</span>
        <button
          type="button"
          class="button quiet"
          aria-pressed={depth === 2}
          onClick={() => setDepth(3 - depth)}
        >
          {depth === 1 ? 'Two steps' : 'One step'}
        </button>
      </h2>
      <Drawing graph={value} />
    </section>
  );
}

function Drawing({ graph }: { graph: GraphModel }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const open = (node: number | undefined): void => {
      if (node !== undefined) go('notes', graph.paths[node] ?? '');
    };
    const colours = followColours(canvas.current, () => stage.repaint());
    const stage = new Stage({
      canvas: canvas.current,
      graph,
      colours: colours.read,
      wheel: 'zoom with control',
      onHover: (node) => stage.emphasise(node ?? graph.center, undefined),
      onChoose: open,
      onOpen: open,
      onClusters: () => undefined,
    });
    return () => {
      colours.close();
      stage.close();
    };
  }, [graph]);
  return (
    <canvas
      ref={canvas}
      class="local-graph"
      role="img"
      aria-label={`Graph of the ${graph.paths.length - 1} notes around this one`}
    />
  );
}
