import type { RestLimits } from '../../contract/rest-limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { toBearer } from '../../kit/headers.ts';
import { RateWindow } from '../../kit/rate-window.ts';
import { RestError } from './errors.ts';
import type { RestKeys } from './keys.ts';
import type { StoredKey } from './settings.ts';

/** Lets right keys in, and slows down those who try wrong ones. Right keys never wait. */
export class KeyCheck {
  readonly #keys: RestKeys;
  readonly #clock: Clock;
  readonly #wrong: RateWindow;

  constructor(keys: RestKeys, clock: Clock, limits: RestLimits) {
    this.#keys = keys;
    this.#clock = clock;
    this.#wrong = new RateWindow(limits.wrongKeysMax, limits.wrongKeysMs);
  }

  /** The key that a header carries; undefined when it carries none, or a wrong one. */
  find(header: string | undefined): StoredKey | undefined {
    const secret = toBearer(header);
    if (secret === undefined) return undefined;
    const key = this.#keys.find(secret);
    if (key === undefined) this.#count();
    return key;
  }

  require(header: string | undefined): StoredKey {
    const key = this.find(header);
    if (key === undefined) throw new RestError('unauthorized');
    return key;
  }

  #count(): void {
    const now = this.#clock.now();
    if (this.#wrong.tryAdd(now)) return;
    const seconds = Math.ceil(this.#wrong.waitMs(now) / 1000);
    throw new RestError('throttled', '', { headers: { 'Retry-After': String(seconds) } });
  }
}
