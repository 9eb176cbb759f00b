import { type Camera, fitAll, type Size, zoomAt } from './camera.ts';
import type { LayoutAnswer, LayoutOrder, LayoutStep } from './layout-messages.ts';
import type { GraphModel } from './model.ts';
import { type GraphColours, paintGraph, radiusOf } from './painter.ts';
import { followPointer, type PointerActions } from './pointer.ts';

export interface StageOptions {
  readonly canvas: HTMLCanvasElement;
  readonly graph: GraphModel;
  readonly colours: () => GraphColours;
  /** In the middle of a page the wheel scrolls on, unless Control is held. */
  readonly wheel?: 'zoom' | 'zoom with control';
  onHover(node: number | undefined): void;
  onChoose(node: number | undefined): void;
  onOpen(node: number): void;
  /** To which cluster each node belongs, as soon as it is known. */
  onClusters(clusters: Uint32Array): void;
}

/** Above this, frames come too late to look smooth; below it there is time for more. */
const frameMsMax = 30;
const frameMsGood = 20;
const edgesMin = 800;
/** After the last movement, this long. */
const movingMs = 140;

/** The graph on its canvas: its layout, the camera, the pointer, and when to paint. */
export class Stage {
  readonly #options: StageOptions;
  readonly #paper: CanvasRenderingContext2D | null;
  readonly #worker = new Worker(LAYOUT_WORKER, { type: 'module' });
  readonly #resizes = new ResizeObserver(() => this.#resize());
  readonly #stopPointer: () => void;
  #size: Size = { width: 0, height: 0 };
  #places: Float32Array;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #chosen: number | undefined;
  #found: ReadonlySet<number> | undefined;
  #tints: Uint8Array;
  #isFitting = true;
  #edgesMax = 12_000;
  #movedAt = 0;
  #frame = 0;
  #lastFrame = 0;

  constructor(options: StageOptions) {
    const { canvas, graph, onHover, onChoose, onOpen } = options;
    this.#options = options;
    this.#paper = canvas.getContext('2d');
    this.#places = new Float32Array(graph.paths.length * 2);
    this.#chosen = graph.center;
    this.#tints = graph.tints;
    this.#resizes.observe(canvas);
    this.#worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if ('clusters' in data) options.onClusters(data.clusters);
      else this.#take(data);
    };
    const order: LayoutOrder = { count: graph.paths.length, edges: graph.edges };
    this.#worker.postMessage(order);
    const actions: PointerActions = {
      move: (dx, dy) => this.pan(-dx, -dy),
      zoom: (px, py, by) => this.#moveCamera(zoomAt(this.#camera, this.#size, px, py, by)),
      hover: (px, py) => onHover(this.#nodeAt(px, py)),
      leave: () => onHover(undefined),
      click: (px, py) => onChoose(this.#nodeAt(px, py)),
      open: (px, py) => {
        const node = this.#nodeAt(px, py);
        if (node !== undefined) onOpen(node);
      },
    };
    this.#stopPointer = followPointer(canvas, actions, options.wheel);
  }

  zoom(by: number): void {
    const { width, height } = this.#size;
    this.#moveCamera(zoomAt(this.#camera, this.#size, width / 2, height / 2, by));
  }

  pan(dx: number, dy: number): void {
    const { x, y, scale } = this.#camera;
    this.#moveCamera({ scale, x: x + dx / scale, y: y + dy / scale });
  }

  fit(): void {
    this.#isFitting = true;
    this.#fitAll();
    this.#repaintMoving();
  }

  /** Puts a node in the middle. */
  show(node: number): void {
    const [x = 0, y = 0] = [this.#places[2 * node], this.#places[2 * node + 1]];
    this.#moveCamera({ x, y, scale: Math.max(this.#camera.scale, 1) });
  }

  /** One node with its neighbours, or those that were searched for. */
  emphasise(node: number | undefined, found: ReadonlySet<number> | undefined): void {
    this.#chosen = node;
    this.#found = found;
    this.repaint();
  }

  /** Which colour each node has. */
  colour(tints: Uint8Array): void {
    this.#tints = tints;
    this.repaint();
  }

  repaint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((at) => this.#paint(at));
  }

  close(): void {
    this.#worker.terminate();
    this.#resizes.disconnect();
    this.#stopPointer();
    cancelAnimationFrame(this.#frame);
  }

  #take({ places, isDone }: LayoutStep): void {
    this.#places = places;
    this.#fitAll();
    this.#options.canvas.dataset.layout = isDone ? 'done' : 'running';
    if (isDone) this.repaint();
    else this.#repaintMoving();
  }

  #resize(): void {
    const { canvas } = this.#options;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = devicePixelRatio;
    this.#size = { width, height };
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    this.#paper?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#fitAll();
    this.repaint();
  }

  /** Unless the user has moved the camera. */
  #fitAll(): void {
    if (!this.#isFitting) return;
    this.#camera = fitAll(this.#places, this.#size);
  }

  #moveCamera(next: Camera): void {
    this.#isFitting = false;
    this.#camera = next;
    this.#repaintMoving();
  }

  #repaintMoving(): void {
    this.#movedAt = performance.now();
    this.repaint();
  }

  #paint(at: number): void {
    const { graph, colours } = this.#options;
    this.#frame = 0;
    if (this.#paper === null || this.#size.width === 0) return;
    const isMoving = at - this.#movedAt < movingMs;
    if (isMoving && this.#lastFrame > 0) {
      this.#edgesMax = nextBudget(this.#edgesMax, at - this.#lastFrame, graph);
    }
    this.#lastFrame = isMoving ? at : 0;
    const edgesMax = isMoving ? this.#edgesMax : Number.POSITIVE_INFINITY;
    const emphasis = { chosen: this.#chosen, found: this.#found, tints: this.#tints, edgesMax };
    paintGraph(this.#paper, this.#size, graph, this.#places, this.#camera, colours(), emphasis);
    // Everything is drawn once more when the movement ends.
    if (isMoving) this.repaint();
  }

  #nodeAt(px: number, py: number): number | undefined {
    return findNode(this.#places, this.#options.graph, this.#camera, this.#size, px, py);
  }
}

/** Fewer edges when frames come late, more when there is time. */
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
