import { type Camera, fitAll, type Size, zoomAt } from './camera.ts';
import type { LayoutOrder, LayoutStep } from './layout-messages.ts';
import type { GraphModel } from './model.ts';
import { type GraphColours, paintGraph, radiusOf } from './painter.ts';

export interface StageOptions {
  readonly canvas: HTMLCanvasElement;
  readonly graph: GraphModel;
  readonly colours: () => GraphColours;
  /** How much of the right side is covered by something else. */
  readonly covered: () => number;
  onHover(node: number | undefined): void;
  onChoose(node: number | undefined): void;
  onOpen(node: number): void;
}

export interface Stage {
  zoom(by: number): void;
  pan(dx: number, dy: number): void;
  fit(): void;
  /** Puts a node in the middle. */
  show(node: number): void;
  emphasise(node: number | undefined): void;
  repaint(): void;
  close(): void;
}

/** Above this a picture comes too late to look smooth; below it there is time for more. */
const frameMsMax = 30;
const frameMsGood = 20;
const edgesMin = 800;

/** The graph on its canvas: the layout as it comes, the camera, the pointer, and time. */
export function openStage(options: StageOptions): Stage {
  const { canvas, graph, colours, covered, onHover, onChoose, onOpen } = options;
  const paper = canvas.getContext('2d');
  let size: Size = { width: 0, height: 0 };
  let places: Float32Array = new Float32Array(graph.paths.length * 2);
  let camera: Camera = { x: 0, y: 0, scale: 1 };
  let chosen = graph.center;
  let isFitting = true;
  let edgesMax = 12_000;
  let movedAt = 0;
  let frame = 0;
  let lastFrame = 0;

  const paint = (at: number): void => {
    frame = 0;
    if (paper === null || size.width === 0) return;
    const isMoving = at - movedAt < 140;
    if (isMoving && lastFrame > 0) edgesMax = nextBudget(edgesMax, at - lastFrame, graph);
    lastFrame = isMoving ? at : 0;
    const look = { chosen, edgesMax: isMoving ? edgesMax : Number.POSITIVE_INFINITY };
    paintGraph(paper, size, graph, places, camera, colours(), look);
    // When it comes to rest everything is drawn once.
    if (isMoving) frame = requestAnimationFrame(paint);
  };
  const repaint = (isMoving: boolean): void => {
    if (isMoving) movedAt = performance.now();
    if (frame === 0) frame = requestAnimationFrame(paint);
  };

  const resize = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = devicePixelRatio;
    size = { width, height };
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    paper?.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (isFitting) camera = fitAll(places, size, covered());
    repaint(false);
  });
  resize.observe(canvas);

  const worker = new Worker(LAYOUT_WORKER, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    places = data.places;
    if (isFitting) camera = fitAll(places, size, covered());
    canvas.dataset.layout = data.isDone ? 'done' : 'running';
    repaint(!data.isDone);
  };
  const order: LayoutOrder = { count: graph.paths.length, edges: graph.edges };
  worker.postMessage(order);

  const nodeAt = (px: number, py: number): number | undefined =>
    findNode(places, graph, camera, size, px, py);
  const stopPointer = followPointer(canvas, {
    move: (dx, dy) =>
      moveCamera({ ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale }),
    zoom: (px, py, by) => moveCamera(zoomAt(camera, size, px, py, by)),
    hover: (px, py) => onHover(nodeAt(px, py)),
    leave: () => onHover(undefined),
    click: (px, py) => onChoose(nodeAt(px, py)),
    open: (px, py) => {
      const node = nodeAt(px, py);
      if (node !== undefined) onOpen(node);
    },
  });
  const moveCamera = (next: Camera): void => {
    isFitting = false;
    camera = next;
    repaint(true);
  };

  return {
    zoom: (by) => moveCamera(zoomAt(camera, size, size.width / 2, size.height / 2, by)),
    pan: (dx, dy) =>
      moveCamera({ ...camera, x: camera.x + dx / camera.scale, y: camera.y + dy / camera.scale }),
    fit() {
      isFitting = true;
      camera = fitAll(places, size, covered());
      repaint(true);
    },
    show(node) {
      const [x = 0, y = 0] = [places[2 * node], places[2 * node + 1]];
      moveCamera({ x, y, scale: Math.max(camera.scale, 1) });
    },
    emphasise(node) {
      chosen = node;
      repaint(false);
    },
    repaint: () => repaint(false),
    close() {
      worker.terminate();
      resize.disconnect();
      stopPointer();
      cancelAnimationFrame(frame);
    },
  };
}

/** Fewer edges when pictures come late, more when there is time. */
function nextBudget(edgesMax: number, frameMs: number, { edges }: GraphModel): number {
  if (frameMs > frameMsMax) return Math.max(edgesMin, edgesMax * 0.8);
  if (frameMs < frameMsGood) return Math.min(edges.length / 2 + edgesMin, edgesMax * 1.1);
  return edgesMax;
}

function findNode(
  places: Float32Array,
  { degrees }: GraphModel,
  { x, y, scale }: Camera,
  { width, height }: Size,
  px: number,
  py: number,
): number | undefined {
  let best: number | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < degrees.length; at++) {
    const dx = ((places[2 * at] ?? 0) - x) * scale + width / 2 - px;
    const dy = ((places[2 * at + 1] ?? 0) - y) * scale + height / 2 - py;
    const distance = Math.hypot(dx, dy);
    if (distance < radiusOf(degrees[at] ?? 0, scale) + 5 && distance < nearest) {
      nearest = distance;
      best = at;
    }
  }
  return best;
}

interface PointerActions {
  move(dx: number, dy: number): void;
  zoom(px: number, py: number, by: number): void;
  hover(px: number, py: number): void;
  leave(): void;
  click(px: number, py: number): void;
  open(px: number, py: number): void;
}

const clickSlack = 4;

function followPointer(canvas: HTMLCanvasElement, actions: PointerActions): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      travelled = 0;
      canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    ({ pointerId, offsetX: x, offsetY: y }) => {
      const before = held.get(pointerId);
      if (before === undefined) return actions.hover(x, y);
      const other = [...held].find(([id]) => id !== pointerId)?.[1];
      if (other === undefined) actions.move(x - before.x, y - before.y);
      else {
        const spread =
          Math.hypot(x - other.x, y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
        actions.zoom((x + other.x) / 2, (y + other.y) / 2, spread);
      }
      travelled += Math.hypot(x - before.x, y - before.y);
      held.set(pointerId, { x, y });
    },
    { signal },
  );
  const release = ({ pointerId, offsetX, offsetY, type }: PointerEvent): void => {
    if (held.delete(pointerId) && type === 'pointerup' && travelled < clickSlack)
      actions.click(offsetX, offsetY);
  };
  canvas.addEventListener('pointerup', release, { signal });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('pointerleave', () => actions.leave(), { signal });
  canvas.addEventListener('dblclick', ({ offsetX, offsetY }) => actions.open(offsetX, offsetY), {
    signal,
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      actions.zoom(event.offsetX, event.offsetY, Math.exp(-event.deltaY * 0.0016));
    },
    { signal, passive: false },
  );
  return () => gone.abort();
}
