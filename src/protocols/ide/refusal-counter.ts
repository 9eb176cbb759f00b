import { ideLimits } from '../../contract/limits.ts';

/** Notices when somebody is refused again and again. */
export class RefusalCounter {
  readonly #times: number[] = [];
  #silentUntil = 0;

  /** Counts one more at this moment; true when it deserves no answer. */
  add(nowMs: number): boolean {
    if (nowMs < this.#silentUntil) return true;
    this.#times.push(nowMs);
    while ((this.#times[0] ?? nowMs) <= nowMs - ideLimits.refusalWindowMs) this.#times.shift();
    if (this.#times.length <= ideLimits.refusalsMax) return false;
    this.#times.length = 0;
    this.#silentUntil = nowMs + ideLimits.refusalWindowMs;
    return true;
  }
}
