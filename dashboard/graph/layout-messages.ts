/** A graph to be placed: pairs of numbers of nodes. */
export interface LayoutOrder {
  readonly count: number;
  readonly edges: Uint32Array;
}

/** Where the nodes are by now: x and y, one after the other. */
export interface LayoutStep {
  readonly places: Float32Array;
  readonly isDone: boolean;
}

/** Each node's cluster, by a node of it. */
export interface LayoutClusters {
  readonly clusters: Uint32Array;
}

export type LayoutAnswer = LayoutClusters | LayoutStep;
