import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work goes on before others get a turn. */
const turnMs = 4;

/** Long work that asks it between its parts lets everybody else in every few milliseconds. */
export interface Pace {
  /** True when others have waited long enough. */
  isDue(): boolean;
  /** Lets them in. Throws when nobody wants the work any more. */
  turn(): Promise<void>;
}

export function createPace(signal?: AbortSignal): Pace {
  let turnedMs = performance.now();
  return {
    isDue: () => performance.now() - turnedMs >= turnMs,
    async turn() {
      await nextTurn();
      signal?.throwIfAborted();
      turnedMs = performance.now();
    },
  };
}
