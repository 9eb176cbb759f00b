import { remoteLimits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import type { Clock } from '../../kit/clock.ts';
import { isRecord } from '../../kit/records.ts';
import type { RemoteRequest } from './frame.ts';

/** The methods that take part, with the parameters that name what they change. */
const pathParams: Readonly<Record<string, readonly string[]>> = {
  'fs.write': ['path'],
  'fs.writeBinary': ['path'],
  'fs.remove': ['path'],
  'fs.rename': ['oldPath', 'newPath'],
};

/** The `meta.cid` of requests, for the next event of each path they change. The last writer wins. */
export class CorrelationIds {
  readonly #clock: Clock;
  readonly #ids = new Map<string, { readonly cid: string; readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep({ method, params, cid }: RemoteRequest): void {
    if (cid === undefined || !isRecord(params)) return;
    for (const name of pathParams[method] ?? []) this.#keep(params[name], cid);
  }

  /** Given to one event only. */
  take(path: string): string | undefined {
    const kept = this.#ids.get(path);
    if (kept === undefined) return undefined;
    this.#ids.delete(path);
    return kept.untilMs > this.#clock.now() ? kept.cid : undefined;
  }

  #keep(path: unknown, cid: string): void {
    if (typeof path !== 'string') return;
    const now = this.#clock.now();
    for (const [old, { untilMs }] of this.#ids) {
      if (untilMs > now && this.#ids.size < remoteLimits.correlationsMax) break;
      this.#ids.delete(old);
    }
    try {
      const key = parseVaultPath(path);
      this.#ids.delete(key);
      this.#ids.set(key, { cid, untilMs: now + remoteLimits.correlationMs });
    } catch {
      // The request will be refused for its path.
    }
  }
}
