/** Counts what happened within the last `windowMs`, up to a limit. */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #times: number[] = [];

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Counts one more; false, and not counted, when the limit is reached. */
  tryAdd(nowMs: number): boolean {
    while ((this.#times[0] ?? nowMs) <= nowMs - this.#windowMs) this.#times.shift();
    if (this.#times.length >= this.#max) return false;
    this.#times.push(nowMs);
    return true;
  }

  /** How long until one more may be counted; 0 when it may be now. */
  waitMs(nowMs: number): number {
    const oldest = this.#times.at(-this.#max);
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#windowMs - nowMs);
  }
}
