import { VaultError } from '../../../../contract/errors.ts';
import { EvalFailure } from '../values/failure.ts';

/** A row that fails is left out. Only when every row of a step fails, the query does too. */
export class StepErrors {
  readonly #step: string;
  readonly #first: string[] = [];
  #rows = 0;
  #failed = 0;

  constructor(step: string) {
    this.#step = step;
  }

  get failed(): number {
    return this.#failed;
  }

  /** The value for a row, or undefined when the row fails. */
  guard<T>(run: () => T): T | undefined {
    this.#rows++;
    try {
      return run();
    } catch (thrown) {
      // What is not the row's failure goes on.
      if (!(thrown instanceof EvalFailure)) throw thrown;
      this.#failed++;
      if (this.#first.length < 3) this.#first.push(thrown.message);
      return undefined;
    }
  }

  check(): void {
    if (this.#rows === 0 || this.#failed < this.#rows) return;
    const reasons = [...new Set(this.#first)].join(' ');
    throw queryFailed(`Every row failed in ${this.#step}. ${reasons}`);
  }
}

/** The query was understood and cannot be answered. */
export function queryFailed(message: string): VaultError {
  return new VaultError('invalid-input', message, { reason: 'query-failed' });
}
