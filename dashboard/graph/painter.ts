import type { Camera, Size } from './camera.ts';
import { type GraphModel, tintsMax } from './model.ts';

export interface GraphColours {
  readonly edge: string;
  readonly strongEdge: string;
  readonly text: string;
  readonly halo: string;
  readonly chosen: string;
  readonly tints: readonly string[];
}

/** What is emphasised. */
export interface Emphasis {
  readonly chosen: number | undefined;
  /** Its neighbours, or what was searched for while nothing is chosen. */
  readonly near: ReadonlySet<number> | undefined;
  /** The colour of each node. */
  readonly tints: Uint8Array;
}

type Paper = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const labelsMin = 8;
const labelsMax = 70;
/** Pixels for each label. */
const labelRoom = 15_000;
/** Nodes that are tried for labels: in a dense graph most places are taken. */
const labelsTriedMax = 1500;

/** Where the nodes are on the screen. */
export function toScreen(
  places: Float32Array,
  { width, height }: Size,
  { x, y, scale }: Camera,
): Float32Array {
  const screen = new Float32Array(places.length);
  const [left, top] = [width / 2 - x * scale, height / 2 - y * scale];
  for (let at = 0; at < places.length; at += 2) {
    screen[at] = (places[at] ?? 0) * scale + left;
    screen[at + 1] = (places[at + 1] ?? 0) * scale + top;
  }
  return screen;
}

/** The whole graph, with nothing emphasised. Knows nothing of time or of pointers. */
export function paintLinksAndNodes(
  paper: Paper,
  size: Size,
  { edges, degrees }: Pick<GraphModel, 'edges' | 'degrees'>,
  shown: Float32Array,
  { scale }: Camera,
  colours: GraphColours,
  tints: Uint8Array,
): void {
  paintEdges(paper, size, edges, shown, colours);
  paintNodes(paper, size, degrees, shown, scale, colours, tints);
}

/** What is emphasised, and the labels, over the graph. */
export function paintEmphasis(
  paper: Paper,
  size: Size,
  graph: GraphModel,
  shown: Float32Array,
  camera: Camera,
  colours: GraphColours,
  emphasis: Emphasis,
): void {
  const { chosen, near, tints } = emphasis;
  const { degrees } = graph;
  if (chosen !== undefined && near !== undefined) {
    paper.strokeStyle = colours.strongEdge;
    paper.lineWidth = 1.4;
    paper.beginPath();
    for (const each of near) {
      paper.moveTo(shown[2 * chosen] ?? 0, shown[2 * chosen + 1] ?? 0);
      paper.lineTo(shown[2 * each] ?? 0, shown[2 * each + 1] ?? 0);
    }
    paper.stroke();
  }
  const fill = (at: number, colour: string, more: number): void => {
    paper.fillStyle = colour;
    paper.beginPath();
    const r = radiusOf(degrees[at] ?? 0, camera.scale) + more;
    circle(paper, shown[2 * at] ?? 0, shown[2 * at + 1] ?? 0, r);
    paper.fill();
  };
  for (const at of near ?? []) fill(at, colours.tints[tints[at] ?? 0] ?? colours.text, 0);
  if (chosen !== undefined) fill(chosen, colours.chosen, 2);
  paintLabels(paper, size, graph, shown, camera, colours, emphasis);
}

function paintEdges(
  paper: Paper,
  { width, height }: Size,
  edges: Uint32Array,
  shown: Float32Array,
  colours: GraphColours,
): void {
  const alpha = paper.globalAlpha;
  paper.globalAlpha = alpha * edgeAlphaOf(edges.length / 2);
  paper.lineWidth = 1;
  paper.strokeStyle = colours.edge;
  paper.beginPath();
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [2 * (edges[at] ?? 0), 2 * (edges[at + 1] ?? 0)];
    const [ax = 0, ay = 0, bx = 0, by = 0] = [
      shown[from],
      shown[from + 1],
      shown[to],
      shown[to + 1],
    ];
    if ((ax < 0 && bx < 0) || (ay < 0 && by < 0)) continue;
    if ((ax > width && bx > width) || (ay > height && by > height)) continue;
    paper.moveTo(ax, ay);
    paper.lineTo(bx, by);
  }
  paper.stroke();
  paper.globalAlpha = alpha;
}

/** The more links there are, the fainter each is, so that the notes stand out of them. */
function edgeAlphaOf(links: number): number {
  return Math.max(0.3, Math.min(1, Math.sqrt(800 / links)));
}

/** How large a node is on the screen: a little more each time its links double, and never too small to see. */
export function radiusOf(degree: number, scale: number): number {
  return Math.max(1.1, (2.2 + Math.log2(1 + degree) * 1.1) * Math.min(1.6, Math.max(0.12, scale)));
}

function paintNodes(
  paper: Paper,
  { width, height }: Size,
  degrees: Uint32Array,
  shown: Float32Array,
  scale: number,
  colours: GraphColours,
  tints: Uint8Array,
): void {
  const isMany = degrees.length > 3000;
  // One path for each colour: changing colours costs more than drawing.
  for (let tint = 0; tint <= tintsMax; tint++) {
    paper.fillStyle = colours.tints[tint] ?? colours.text;
    paper.beginPath();
    for (let at = 0; at < degrees.length; at++) {
      if (tints[at] !== tint) continue;
      const [x = 0, y = 0] = [shown[2 * at], shown[2 * at + 1]];
      if (x < -8 || y < -8 || x > width + 8 || y > height + 8) continue;
      const r = radiusOf(degrees[at] ?? 0, scale);
      if (isMany && r < 3) paper.rect(x - r, y - r, 2 * r, 2 * r);
      else circle(paper, x, y, r);
    }
    paper.fill();
  }
}

function circle(paper: Paper, x: number, y: number, r: number): void {
  paper.moveTo(x + r, y);
  paper.arc(x, y, r, 0, Math.PI * 2);
}

function paintLabels(
  paper: Paper,
  { width, height }: Size,
  { titles, degrees, byDegree }: GraphModel,
  shown: Float32Array,
  { scale }: Camera,
  colours: GraphColours,
  { chosen, near }: Emphasis,
): void {
  paper.font = '500 11.5px "Inter Variable", system-ui, sans-serif';
  paper.textAlign = 'center';
  paper.lineJoin = 'round';
  paper.lineWidth = 3;
  const wanted = chosen === undefined ? (near ?? byDegree) : [chosen, ...(near ?? [])];
  const most = Math.max(labelsMin, Math.min(labelsMax, (width * height) / labelRoom));
  const taken: Label[] = [];
  let tried = 0;
  for (const at of wanted) {
    if (taken.length >= most || ++tried > labelsTriedMax) break;
    const [x = 0, y = 0] = [shown[2 * at], shown[2 * at + 1]];
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const below = y + radiusOf(degrees[at] ?? 0, scale) + 12;
    const title = shorten(titles[at] ?? '');
    const half = widthOf(paper, title) / 2;
    // Labels must not overlap.
    const isTaken = ({ x: tx, y: ty, half: th }: Label): boolean =>
      Math.abs(tx - x) < half + th + 6 && Math.abs(ty - below) < 15;
    if (taken.some(isTaken)) continue;
    taken.push({ x, y: below, half });
    paper.strokeStyle = colours.halo;
    paper.strokeText(title, x, below);
    paper.fillStyle = at === chosen ? colours.chosen : colours.text;
    paper.fillText(title, x, below);
  }
}

/** Measuring costs more than drawing, and the same labels come back in every picture. */
const widths = new Map<string, number>();

function widthOf(paper: Paper, label: string): number {
  const known = widths.get(label) ?? paper.measureText(label).width;
  if (widths.size > widthsMax) widths.clear();
  widths.set(label, known);
  return known;
}

const widthsMax = 5000;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

function shorten(title: string): string {
  return title.length > 28 ? `${title.slice(0, 27)}…` : title;
}
