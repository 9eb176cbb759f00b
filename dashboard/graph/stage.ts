import { type Camera, fitAll, type Size, zoomAt } from './camera.ts';
import type { GraphAnswer, GraphOrder, LayoutStep } from './graph-messages.ts';
import { type GraphModel, neighboursOf } from './model.ts';
import {
  type GraphColours,
  paintEmphasis,
  paintLinksAndNodes,
  radiusOf,
  toScreen,
} from './painter.ts';
import { GraphPictures } from './pictures.ts';
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

/** Nodes and links that can be painted anew for every frame. */
const paintedMax = 6000;
/** How much is left of the rest while something is emphasised. */
const restAlpha = 0.3;

/** The graph on its canvas: its layout, the camera, the pointer, and when to paint. */
export class Stage {
  readonly #options: StageOptions;
  readonly #paper: CanvasRenderingContext2D | null;
  readonly #worker = new Worker(GRAPH_WORKER, { type: 'module' });
  /** Of a large graph. */
  readonly #pictures: GraphPictures | undefined;
  readonly #resizes = new ResizeObserver(() => this.#resize());
  readonly #stopPointer: () => void;
  #size: Size = { width: 0, height: 0 };
  #places: Float32Array;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #chosen: number | undefined;
  #near: ReadonlySet<number> | undefined;
  #tints: Uint8Array;
  #isFitting = true;
  #frame = 0;

  constructor(options: StageOptions) {
    const { canvas, graph, onHover, onChoose, onOpen } = options;
    this.#options = options;
    // The same canvas may have shown another graph.
    delete canvas.dataset.layout;
    delete canvas.dataset.painted;
    this.#paper = canvas.getContext('2d');
    this.#places = new Float32Array(graph.paths.length * 2);
    this.#tints = graph.tints;
    this.emphasise(graph.center, undefined);
    this.#resizes.observe(canvas);
    const order = (what: GraphOrder): void => this.#worker.postMessage(what);
    const isLarge = graph.paths.length + graph.edges.length / 2 > paintedMax;
    this.#pictures = isLarge ? new GraphPictures(order) : undefined;
    this.#worker.onmessage = ({ data }: MessageEvent<GraphAnswer>) => this.#take(data);
    order({ count: graph.paths.length, edges: graph.edges });
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
    this.repaint();
  }

  /** Puts a node in the middle. */
  show(node: number): void {
    const [x = 0, y = 0] = [this.#places[2 * node], this.#places[2 * node + 1]];
    this.#moveCamera({ x, y, scale: Math.max(this.#camera.scale, 1) });
  }

  /** One node with its neighbours, or those that were searched for. */
  emphasise(node: number | undefined, found: ReadonlySet<number> | undefined): void {
    this.#chosen = node;
    this.#near = node === undefined ? found : neighboursOf(this.#options.graph, node);
    this.repaint();
  }

  /** Which colour each node has. */
  colour(tints: Uint8Array): void {
    this.#tints = tints;
    this.repaint();
  }

  repaint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  close(): void {
    this.#worker.terminate();
    this.#pictures?.close();
    this.#resizes.disconnect();
    this.#stopPointer();
    cancelAnimationFrame(this.#frame);
  }

  #take(answer: GraphAnswer): void {
    if ('clusters' in answer) this.#options.onClusters(answer.clusters);
    else if ('bitmap' in answer) this.#pictures?.take(answer);
    else this.#place(answer);
    this.repaint();
  }

  #place({ places, isDone }: LayoutStep): void {
    this.#places = places;
    this.#fitAll();
    this.#options.canvas.dataset.layout = isDone ? 'done' : 'running';
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
    this.repaint();
  }

  #paint(): void {
    this.#frame = 0;
    const paper = this.#paper;
    const [size, camera] = [this.#size, this.#camera];
    if (paper === null || size.width === 0) return;
    const { graph } = this.#options;
    const colours = this.#options.colours();
    const [chosen, near, tints] = [this.#chosen, this.#near, this.#tints];
    const shown = toScreen(this.#places, size, camera);
    paper.clearRect(0, 0, size.width, size.height);
    paper.globalAlpha = near === undefined ? 1 : restAlpha;
    if (this.#pictures === undefined) {
      paintLinksAndNodes(paper, size, graph, shown, camera, colours, tints);
    } else {
      this.#pictures.want({ camera, size, places: this.#places, tints, colours });
      this.#pictures.paint(paper, size, camera);
    }
    paper.globalAlpha = 1;
    if (this.#pictures?.hasPicture === false) return;
    paintEmphasis(paper, size, graph, shown, camera, colours, { chosen, near, tints });
    this.#options.canvas.dataset.painted = 'yes';
  }

  #nodeAt(px: number, py: number): number | undefined {
    return findNode(this.#places, this.#options.graph, this.#camera, this.#size, px, py);
  }
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
