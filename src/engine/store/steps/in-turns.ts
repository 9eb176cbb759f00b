import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TellProgress } from '../../../contract/progress.ts';

/** So many files are dealt with before others get a turn, and an abort can arrive. */
export const pieceLength = 64;

interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TellProgress | undefined;
}

/** Plans one thing after the other. Whoever waits hears how far it is, and can give up. */
export async function inTurns<T>(
  items: readonly T[],
  { signal, progress }: TurnOptions,
  plan: (item: T) => Promise<void>,
): Promise<void> {
  for (const [done, item] of items.entries()) {
    if (done > 0 && done % pieceLength === 0) {
      progress?.({ stage: 'planning', done, total: items.length });
      await nextTurn();
    }
    signal?.throwIfAborted();
    await plan(item);
  }
}
