import { setTimeout as wait } from 'node:timers/promises';
import type { VaultChange } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Emitter } from '../../../kit/emitter.ts';

export interface ChangeWatch {
  /** True after a change since the watch began, a little later so that a burst counts once. */
  happened(): Promise<boolean>;
  stop(): void;
}

/** Watches for a change from now on, and for so long. */
export function watchForChange(
  changes: Pick<Emitter<readonly VaultChange[]>, 'on'>,
  waitMs: number,
  signal?: AbortSignal,
): ChangeWatch {
  const changed = new AbortController();
  const stop = changes.on(() => changed.abort());
  const endsAt = performance.now() + waitMs;
  return {
    stop,
    async happened() {
      const signals = signal === undefined ? [changed.signal] : [changed.signal, signal];
      try {
        const left = Math.max(0, endsAt - performance.now());
        await wait(left, undefined, { signal: AbortSignal.any(signals) });
        return false;
      } catch (thrown) {
        if (!changed.signal.aborted) throw thrown;
        await wait(limits.queryBurstMs, undefined, signal === undefined ? {} : { signal });
        return true;
      } finally {
        stop();
      }
    },
  };
}
