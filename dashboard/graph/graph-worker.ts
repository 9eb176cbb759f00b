import type { SimulationNodeDatum } from 'd3-force';
import { findClusters } from './clusters.ts';
import type {
  GraphOrder,
  GraphPicture,
  LayoutClusters,
  LayoutOrder,
  LayoutStep,
  PictureOrder,
} from './graph-messages.ts';
import { openLayout } from './layout.ts';
import { degreesOf } from './model.ts';
import { paintLinksAndNodes, toScreen } from './painter.ts';

/** Positions are sent at most this often. */
const tellMs = 30;

let edges: Uint32Array = new Uint32Array();
let degrees: Uint32Array = new Uint32Array();
let places = new Float32Array();

/**
 * Places the nodes, and paints pictures of graphs that are too large to be painted in time, in a
 * thread of its own, so that the page stays quick. One thread for both: a machine with two cores
 * has the other one for the page.
 */
addEventListener('message', ({ data }: MessageEvent<GraphOrder>) => {
  if ('view' in data) sendPicture(data);
  else place(data);
});

function place(order: LayoutOrder): void {
  edges = order.edges;
  degrees = degreesOf(order.count, edges);
  const known: LayoutClusters = { clusters: findClusters(order.count, edges) };
  postMessage(known);
  const { simulation, nodes } = openLayout(order, known.clusters);
  // Orders for pictures get their turn between two steps.
  const step = (): void => {
    const until = performance.now() + tellMs;
    do simulation.tick();
    while (performance.now() < until && simulation.alpha() > simulation.alphaMin());
    const isDone = simulation.alpha() <= simulation.alphaMin();
    sendStep(nodes, isDone);
    if (!isDone) setTimeout(step, 0);
  };
  // What is not in its place yet is better than nothing.
  sendStep(nodes, false);
  setTimeout(step, 0);
}

function sendStep(nodes: readonly SimulationNodeDatum[], isDone: boolean): void {
  places = new Float32Array(nodes.length * 2);
  nodes.forEach(({ x = 0, y = 0 }, at) => {
    places[2 * at] = x;
    places[2 * at + 1] = y;
  });
  const step: LayoutStep = { places, isDone };
  postMessage(step);
}

function sendPicture({ view, colours, tints }: PictureOrder): void {
  const { camera, size, ratio } = view;
  const canvas = new OffscreenCanvas(size.width * ratio, size.height * ratio);
  const paper = canvas.getContext('2d');
  if (paper === null) return;
  paper.scale(ratio, ratio);
  const shown = toScreen(places, size, camera);
  paintLinksAndNodes(paper, size, { edges, degrees }, shown, camera, colours, tints);
  const picture: GraphPicture = { bitmap: canvas.transferToImageBitmap(), view };
  postMessage(picture, { transfer: [picture.bitmap] });
}
