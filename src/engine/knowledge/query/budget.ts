import { setImmediate } from 'node:timers/promises';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

export interface BudgetOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Calls between two checks of the clock. */
const checkEvery = 1024;

/** Ends work that takes too long or was cancelled. */
export class QueryBudget {
  readonly #signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #endsAt: number;
  #untilCheck = checkEvery;
  #sliceStart = performance.now();

  constructor({ signal, timeoutMs = limits.queryMs }: BudgetOptions = {}) {
    this.#signal = signal;
    this.#timeoutMs = timeoutMs;
    this.#endsAt = performance.now() + timeoutMs;
  }

  /** Called for every unit of work: a row, an element, a step of a search. */
  spend(): void {
    if (--this.#untilCheck > 0) return;
    this.#untilCheck = checkEvery;
    this.#check(performance.now());
  }

  /** Called between rows: true when it is time to let others run. */
  wantsPause(): boolean {
    const now = performance.now();
    this.#check(now);
    return now - this.#sliceStart >= limits.querySliceMs;
  }

  /** A pause is over. */
  resume(): void {
    this.#sliceStart = performance.now();
  }

  #check(now: number): void {
    if (this.#signal?.aborted) throw new VaultError('cancelled', 'The query was cancelled.');
    if (now > this.#endsAt) {
      throw new VaultError(
        'timed-out',
        `The query took longer than ${this.#timeoutMs / 1000} seconds.`,
        { hint: 'Narrow it down with FROM, or make its conditions simpler.' },
      );
    }
  }
}

/** Runs work to its end, with a pause wherever it offers one. */
export async function finishInSlices<T>(work: Generator<void, T>, budget: QueryBudget): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await setImmediate();
    budget.resume();
  }
}
