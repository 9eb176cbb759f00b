import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import type { LayoutOrder } from './graph-messages.ts';
import { degreesOf } from './model.ts';

/** The forces that place a graph. The clusters move apart. */
export function openLayout({ count, edges }: LayoutOrder, clusters: Uint32Array) {
  const isLarge = count > 2000;
  const nodes: SimulationNodeDatum[] = Array.from({ length: count }, () => ({}));
  const links = toForce(edges, clusters).distance(isLarge ? 18 : 50);
  // What nothing holds would drift away.
  const linked = new Set(edges);
  const pull = (_: unknown, at: number): number => (linked.has(at) ? 0.05 : 0.2);
  const charge = forceManyBody()
    .strength(isLarge ? -14 : -110)
    .theta(isLarge ? 1.4 : 0.9)
    .distanceMax(isLarge ? 300 : 600);
  const simulation = forceSimulation(nodes)
    .force('charge', charge)
    .force('links', links)
    .force('x', forceX(0).strength(pull))
    .force('y', forceY(0).strength(pull))
    .alphaDecay(isLarge ? 0.035 : 0.03)
    .stop();
  // Small graphs stand still when they are first seen; large ones are seen finding their shape.
  if (!isLarge) simulation.tick(120);
  return { simulation, nodes };
}

/** Links hold as d3 has it, but for those between clusters: they let go, so that clusters show. */
function toForce(edges: Uint32Array, clusters: Uint32Array) {
  const degrees = degreesOf(clusters.length, edges);
  const links = Array.from({ length: edges.length / 2 }, (_, at) => ({
    source: edges[2 * at] ?? 0,
    target: edges[2 * at + 1] ?? 0,
  }));
  return forceLink(links).strength((_, at) => {
    const [a = 0, b = 0] = [edges[2 * at], edges[2 * at + 1]];
    const usual = 1 / Math.max(1, Math.min(degrees[a] ?? 1, degrees[b] ?? 1));
    return clusters[a] === clusters[b] ? usual : usual * 0.2;
  });
}
