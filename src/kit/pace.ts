import { setImmediate as nextIteration } from 'node:timers/promises';

/** How long work goes on before it pauses. */
const sliceMs = 4;

/** Lets long work pause every few milliseconds, so that other requests are served. */
export interface Pace {
  /** True when it is time for a pause. */
  isDue(): boolean;
  /** Lets the event loop go on. Throws when the work was aborted. */
  pause(): Promise<void>;
}

/** Throws when the work is aborted already. */
export function createPace(signal?: AbortSignal): Pace {
  signal?.throwIfAborted();
  let sinceMs = performance.now();
  return {
    isDue: () => performance.now() - sinceMs >= sliceMs,
    async pause() {
      await nextIteration();
      signal?.throwIfAborted();
      sinceMs = performance.now();
    },
  };
}
