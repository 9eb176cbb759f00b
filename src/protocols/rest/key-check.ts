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
  /** The header that each connection has sent with a right key: a digest costs more than a comparison. */
  readonly #sent = new WeakMap<object, { readonly header: string; readonly key: StoredKey }>();

  constructor(keys: RestKeys, clock: Clock, limits: RestLimits) {
    this.#keys = keys;
    this.#clock = clock;
    this.#wrong = new RateWindow(limits.wrongKeysMax, limits.wrongKeysMs);
  }

  /** The key that a header carries; undefined when it carries none, or a wrong one. */
  find(header: string | undefined, connection: object): StoredKey | undefined {
    if (header === undefined) return undefined;
    const sent = this.#sent.get(connection);
    // How long this takes tells the client only what it has sent itself.
    if (sent?.header === header && this.#keys.isGood(sent.key)) return sent.key;
    const secret = toBearer(header);
    if (secret === undefined) return undefined;
    const key = this.#keys.find(secret);
    if (key === undefined) this.#count();
    else this.#sent.set(connection, { header, key });
    return key;
  }

  require(header: string | undefined, connection: object): StoredKey {
    const key = this.find(header, connection);
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
