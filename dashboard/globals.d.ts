declare module '*.css';

/** Where the build put the worker of the graph. */
declare const GRAPH_WORKER: string;

/** Where the build put the frame that draws diagrams. */
declare const DIAGRAM_FRAME: string;
