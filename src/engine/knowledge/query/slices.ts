import { setImmediate } from 'node:timers/promises';
import type { QueryBudget } from './budget.ts';

/** Runs work to its end, with a pause wherever it offers one. */
export async function finishInSlices<T>(work: Generator<void, T>, budget: QueryBudget): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await setImmediate();
    budget.resume();
  }
}

/** Runs work to its end at once. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
