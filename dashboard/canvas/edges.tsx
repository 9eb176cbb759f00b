import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { colourOf } from './colours.ts';
import { lineOf } from './geometry.ts';
import type { CanvasFile } from './parse.ts';

/** The lines between the cards, with their labels. */
export function Edges({ file }: { file: CanvasFile }): JSX.Element {
  const arrow = useId();
  const nodes = new Map(file.nodes.map((node) => [node.id, node]));
  return (
    <svg class="canvas-edges" role="group" aria-label="Connections">
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0 10 5 0 10z" fill="context-stroke" />
        </marker>
      </defs>
      {file.edges.map((edge) => {
        const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
        if (from === undefined || to === undefined) return null;
        const { path, middle } = lineOf(edge, from, to);
        const look = colourOf(edge.colour);
        return (
          <g key={edge.id} class={`canvas-edge ${look.class}`} style={look.style}>
            <path
              d={path}
              {...(edge.hasStartArrow && { 'marker-start': `url(#${arrow})` })}
              {...(edge.hasEndArrow && { 'marker-end': `url(#${arrow})` })}
            />
            {edge.label !== '' && (
              <text x={middle.x} y={middle.y}>
                {edge.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
