import { hostLimits } from '../../../contract/bundle-limits.ts';

/** Whether something answers. What was found out holds for a moment. */
export class Availability {
  readonly #check: (signal: AbortSignal) => Promise<void>;
  readonly #now: () => number;
  #last: { readonly isUp: boolean; readonly atMs: number } | undefined;

  /** `check` throws why it cannot be used. */
  constructor(check: (signal: AbortSignal) => Promise<void>, now: () => number) {
    this.#check = check;
    this.#now = now;
  }

  /** Throws why it cannot be used. That is checked each time: it may just have been started. */
  async require(signal: AbortSignal): Promise<void> {
    if (this.#recent()?.isUp !== true) await this.#checkNow(signal);
  }

  async isUp(signal: AbortSignal): Promise<boolean> {
    const recent = this.#recent();
    if (recent !== undefined) return recent.isUp;
    try {
      await this.#checkNow(signal);
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  async #checkNow(signal: AbortSignal): Promise<void> {
    this.#last = { isUp: false, atMs: this.#now() };
    await this.#check(signal);
    this.#last = { isUp: true, atMs: this.#now() };
  }

  #recent() {
    const last = this.#last;
    return last !== undefined && this.#now() - last.atMs < hostLimits.probeMs ? last : undefined;
  }
}
