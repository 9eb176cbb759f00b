import { setImmediate as nextTick } from 'node:timers/promises';
import type { ReportProgress } from '../../../contract/progress.ts';
import { filesPerTick } from '../vault/staging.ts';

interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ReportProgress | undefined;
}

/** Plans one thing after the other, reports how far it is, and can be aborted. */
export async function planEach<T>(
  items: readonly T[],
  { signal, progress }: PlanOptions,
  plan: (item: T) => Promise<void>,
): Promise<void> {
  for (const [done, item] of items.entries()) {
    if (done > 0 && done % filesPerTick === 0) {
      progress?.({ stage: 'planning', done, total: items.length });
      await nextTick();
    }
    signal?.throwIfAborted();
    await plan(item);
  }
}
