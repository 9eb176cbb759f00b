import type { Camera, Size } from './camera.ts';
import type { GraphColours } from './painter.ts';

/** A graph to be placed: pairs of numbers of nodes. */
export interface LayoutOrder {
  readonly count: number;
  readonly edges: Uint32Array;
}

/** A picture of the nodes as they are now. */
export interface PictureOrder {
  readonly view: PictureView;
  readonly colours: GraphColours;
  readonly tints: Uint8Array;
}

/** What a picture shows. */
export interface PictureView {
  readonly camera: Camera;
  readonly size: Size;
  /** Pixels of the screen for each of ours. */
  readonly ratio: number;
}

export type GraphOrder = LayoutOrder | PictureOrder;

/** Where the nodes are by now: x and y, one after the other. */
export interface LayoutStep {
  readonly places: Float32Array;
  readonly isDone: boolean;
}

/** Each node's cluster, by a node of it. */
export interface LayoutClusters {
  readonly clusters: Uint32Array;
}

export interface GraphPicture {
  readonly bitmap: ImageBitmap;
  readonly view: PictureView;
}

export type GraphAnswer = LayoutClusters | LayoutStep | GraphPicture;
