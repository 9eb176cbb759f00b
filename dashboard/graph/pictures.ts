import { type Camera, type Size, toScreenX, toScreenY } from './camera.ts';
import type { GraphOrder, GraphPicture, PictureOrder, PictureView } from './graph-messages.ts';
import type { GraphColours } from './painter.ts';

/** What is shown now. */
export interface WantedPicture {
  readonly camera: Camera;
  readonly size: Size;
  readonly places: Float32Array;
  readonly tints: Uint8Array;
  readonly colours: GraphColours;
}

/** A picture is larger than the screen, so that moving it a little shows no empty margin. */
const margin = 1.3;

/**
 * The newest picture of a graph that is too large to be painted in time. While the camera moves,
 * the picture moves and grows with it, and a new one is asked for as soon as the last has come.
 */
export class GraphPictures {
  readonly #order: (order: GraphOrder) => void;
  #picture: GraphPicture | undefined;
  #ordered: WantedPicture | undefined;
  #isPending = false;

  constructor(order: (order: GraphOrder) => void) {
    this.#order = order;
  }

  take(picture: GraphPicture): void {
    this.#picture?.bitmap.close();
    this.#picture = picture;
    this.#isPending = false;
  }

  /** Asks for a picture of this, unless there is one or one is being made. */
  want(wanted: WantedPicture): void {
    if (this.#isPending || isSame(this.#ordered, wanted)) return;
    this.#ordered = wanted;
    this.#isPending = true;
    const { camera, size, tints, colours } = wanted;
    const view: PictureView = {
      camera,
      size: { width: size.width * margin, height: size.height * margin },
      ratio: devicePixelRatio,
    };
    const order: PictureOrder = { view, tints, colours };
    this.#order(order);
  }

  get hasPicture(): boolean {
    return this.#picture !== undefined;
  }

  paint(paper: CanvasRenderingContext2D, size: Size, camera: Camera): void {
    if (this.#picture === undefined) return;
    const { bitmap, view } = this.#picture;
    const grown = camera.scale / view.camera.scale;
    const [width, height] = [view.size.width * grown, view.size.height * grown];
    const x = toScreenX(view.camera.x, size, camera) - width / 2;
    const y = toScreenY(view.camera.y, size, camera) - height / 2;
    paper.drawImage(bitmap, x, y, width, height);
  }

  close(): void {
    this.#picture?.bitmap.close();
  }
}

function isSame(a: WantedPicture | undefined, b: WantedPicture): boolean {
  return (
    a !== undefined &&
    a.camera === b.camera &&
    a.size === b.size &&
    a.places === b.places &&
    a.tints === b.tints &&
    a.colours === b.colours
  );
}
