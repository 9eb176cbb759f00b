import { remoteLimits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import type { Clock } from '../../kit/clock.ts';
import { isRecord } from '../../kit/records.ts';
import type { RemoteRequest } from './message.ts';

/** The methods whose changes can be recognised. */
const memberNames: Readonly<Record<string, readonly string[]>> = {
  'fs.write': ['path'],
  'fs.writeBinary': ['path'],
  'fs.remove': ['path'],
  'fs.rename': ['oldPath', 'newPath'],
};

/** Which client's mark belongs to the next event of a path. The last one to write wins. */
export class Correlations {
  readonly #clock: Clock;
  readonly #marks = new Map<string, { readonly cid: string; readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  remember({ method, params, cid }: RemoteRequest): void {
    if (cid === undefined || !isRecord(params)) return;
    for (const name of memberNames[method] ?? []) this.#remember(params[name], cid);
  }

  /** Given to one event only. */
  take(path: string): string | undefined {
    if (this.#marks.size === 0) return undefined;
    const mark = this.#marks.get(path);
    this.#marks.delete(path);
    return mark !== undefined && mark.untilMs > this.#clock.now() ? mark.cid : undefined;
  }

  #remember(path: unknown, cid: string): void {
    if (typeof path !== 'string') return;
    const now = this.#clock.now();
    for (const [old, { untilMs }] of this.#marks) {
      if (untilMs > now && this.#marks.size < remoteLimits.correlationsMax) break;
      this.#marks.delete(old);
    }
    try {
      const key = parseVaultPath(path);
      this.#marks.delete(key);
      this.#marks.set(key, { cid, untilMs: now + remoteLimits.correlationMs });
    } catch {
      // The request will be refused for its path.
    }
  }
}
