import { randomBytes } from 'node:crypto';
import { webLimits } from '../../contract/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { digestOf } from '../../kit/secrets.ts';
import type { StateFile, StoredLogin } from './state-file.ts';

export const cookieName = 'vaultd_session';

/** Links that log a browser in once, and the browsers that are logged in. Only digests of secrets are kept. */
export class Logins {
  readonly #clock: Clock;
  readonly #state: StateFile;
  readonly #keys = new Map<string, number>();
  readonly #logins: Map<string, StoredLogin>;

  constructor(clock: Clock, state: StateFile) {
    this.#clock = clock;
    this.#state = state;
    this.#logins = new Map(state.read().logins.map((login) => [login.hash, login]));
  }

  /** A secret for one link. */
  newKey(): string {
    const key = randomBytes(32).toString('base64url');
    this.#keys.set(keyOf(key), this.#clock.now() + webLimits.keyMs);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > webLimits.keysMax && oldest !== undefined) this.#keys.delete(oldest);
    return key;
  }

  /** The cookie for a key, once. */
  redeem(key: string): string | undefined {
    const digest = keyOf(key);
    const until = this.#keys.get(digest);
    this.#keys.delete(digest);
    const now = this.#clock.now();
    if (until === undefined || until <= now) return undefined;
    const token = randomBytes(32).toString('base64url');
    const hash = keyOf(token);
    this.#logins.set(hash, { hash, since: now, used: now });
    this.#forgetOld();
    this.#save();
    return token;
  }

  /** The login that a cookie belongs to: its name, never the secret itself. */
  find(token: string | undefined): string | undefined {
    const login = token === undefined ? undefined : this.#logins.get(keyOf(token));
    if (login === undefined) return undefined;
    const now = this.#clock.now();
    if (isOver(login, now)) return undefined;
    if (now - login.used > webLimits.loginSaveMs) {
      this.#logins.set(login.hash, { ...login, used: now });
      this.#save();
    }
    return login.hash;
  }

  /** Its cookie no longer works. */
  end(login: string): void {
    if (this.#logins.delete(login)) this.#save();
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    const byUse = [...this.#logins.values()].sort((a, b) => b.used - a.used);
    for (const [at, login] of byUse.entries()) {
      if (at >= webLimits.loginsMax || isOver(login, now)) this.#logins.delete(login.hash);
    }
  }

  #save(): void {
    this.#state.update({ logins: [...this.#logins.values()] });
  }
}

/** The value of our cookie among all that a browser sends for this host. */
export function readCookie(header: string | undefined): string | undefined {
  const prefix = `${cookieName}=`;
  const found = (header ?? '').split(/; */).find((pair) => pair.startsWith(prefix));
  return found?.slice(prefix.length);
}

function isOver({ used }: StoredLogin, now: number): boolean {
  return now - used > webLimits.loginIdleMs;
}

/** The time that it takes to find a digest says nothing about the secret. */
function keyOf(secret: string): string {
  return digestOf(secret).toString('hex');
}
