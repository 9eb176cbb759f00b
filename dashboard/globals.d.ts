declare module '*.css';

/** Where the build put the worker of the graph. */
declare const LAYOUT_WORKER: string;
