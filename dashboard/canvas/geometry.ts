import type { Camera, Size } from '../graph/camera.ts';
import type { CanvasEdge, CanvasNode, Side } from './parse.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const away: Readonly<Record<Side, Point>> = {
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
};

export interface EdgeLine {
  /** A curve, as SVG writes it. */
  readonly path: string;
  readonly middle: Point;
}

/** The curve of an edge: it leaves and enters at right angles to the sides. */
export function lineOf(edge: CanvasEdge, from: CanvasNode, to: CanvasNode): EdgeLine {
  const fromSide = edge.fromSide ?? sideTowards(from, to);
  const toSide = edge.toSide ?? sideTowards(to, from);
  const [a, b] = [middleOf(from, fromSide), middleOf(to, toSide)];
  const reach = Math.max(40, Math.hypot(b.x - a.x, b.y - a.y) / 2.5);
  const c = shift(a, fromSide, reach);
  const d = shift(b, toSide, reach);
  return {
    path: `M${a.x} ${a.y} C${c.x} ${c.y} ${d.x} ${d.y} ${b.x} ${b.y}`,
    middle: { x: (a.x + 3 * c.x + 3 * d.x + b.x) / 8, y: (a.y + 3 * c.y + 3 * d.y + b.y) / 8 },
  };
}

function shift({ x, y }: Point, side: Side, by: number): Point {
  return { x: x + away[side].x * by, y: y + away[side].y * by };
}

function middleOf({ x, y, width, height }: CanvasNode, side: Side): Point {
  const { x: dx, y: dy } = away[side];
  return { x: x + (width * (1 + dx)) / 2, y: y + (height * (1 + dy)) / 2 };
}

/** The side of a node that is nearest to another node. */
function sideTowards(node: CanvasNode, other: CanvasNode): Side {
  const dx = other.x + other.width / 2 - (node.x + node.width / 2);
  const dy = other.y + other.height / 2 - (node.y + node.height / 2);
  if (Math.abs(dx) * node.height > Math.abs(dy) * node.width) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'bottom' : 'top';
}

const margin = 40;

/** Shows every node, and nothing larger than it is. */
export function fitNodes(nodes: readonly CanvasNode[], { width, height }: Size): Camera {
  if (nodes.length === 0 || width === 0) return { x: 0, y: 0, scale: 1 };
  const left = Math.min(...nodes.map(({ x }) => x));
  const top = Math.min(...nodes.map(({ y }) => y));
  const right = Math.max(...nodes.map((node) => node.x + node.width));
  const bottom = Math.max(...nodes.map((node) => node.y + node.height));
  const scale = Math.min(
    width / (right - left + 2 * margin),
    height / (bottom - top + 2 * margin),
    1,
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Whether any of a node can be seen, or nearly so. */
export function isInSight(node: CanvasNode, camera: Camera, { width, height }: Size): boolean {
  const [halfWidth, halfHeight] = [width / camera.scale, height / camera.scale];
  return (
    node.x < camera.x + halfWidth &&
    node.x + node.width > camera.x - halfWidth &&
    node.y < camera.y + halfHeight &&
    node.y + node.height > camera.y - halfHeight
  );
}
