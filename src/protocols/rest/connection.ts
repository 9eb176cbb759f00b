import type { Access } from '../../contract/callers.ts';
import type { RestLimits } from '../../contract/rest-limits.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import { RestError } from './errors.ts';
import type { RestKey, StoredKey } from './settings.ts';

interface KeySession {
  readonly session: Session;
  readonly vault: ServedVault;
  lastMs: number;
}

/**
 * The sessions of clients. HTTP has no connection that lasts, so a session is that of a key: it
 * opens with its first request, and ends when no request has come for a while.
 */
export class KeySessions {
  readonly #host: ProtocolHost;
  readonly #limits: RestLimits;
  readonly #open = new Map<StoredKey, KeySession>();
  readonly #sweeps: NodeJS.Timeout;
  readonly #unlisten: (() => void) | undefined;

  constructor(host: ProtocolHost, limits: RestLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#sweeps = setInterval(() => this.#closeIdle(), limits.sessionSweepMs).unref();
    this.#unlisten = host.arrivals?.on(({ kind, vault }) => {
      if (kind === 'removed') this.#closeWhere((each) => each.vault === vault);
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws when the vault of the key is not served. */
  of(key: StoredKey): KeySession {
    const found = this.#open.get(key) ?? this.#begin(key);
    found.lastMs = this.#host.clock.now();
    return found;
  }

  /** Ends the sessions of keys that are no longer these. */
  keep(keys: readonly StoredKey[]): void {
    for (const key of this.#open.keys()) if (!keys.includes(key)) this.#close(key);
  }

  close(): void {
    clearInterval(this.#sweeps);
    this.#unlisten?.();
    this.#closeWhere(() => true);
  }

  #begin(key: StoredKey): KeySession {
    const vault = findVaultOf(key, this.#host.vaults);
    const caller = {
      protocol: 'rest',
      client: key.name,
      grants: grantsOf(key),
      policy: key.policy,
    } as const;
    const session = this.#host.sessions.open(vault, caller, () => this.#close(key));
    const begun = { session, vault, lastMs: 0 };
    this.#open.set(key, begun);
    return begun;
  }

  #closeIdle(): void {
    const since = this.#host.clock.now() - this.#limits.sessionIdleMs;
    this.#closeWhere(({ lastMs }) => lastMs < since);
  }

  #closeWhere(isOver: (each: KeySession) => boolean): void {
    for (const [key, each] of this.#open) if (isOver(each)) this.#close(key);
  }

  #close(key: StoredKey): void {
    this.#open.get(key)?.session.close();
    this.#open.delete(key);
  }
}

function grantsOf({ commands }: RestKey): ReadonlySet<Access> {
  return new Set<Access>(commands ? ['read', 'write', 'admin'] : ['read', 'write']);
}

function findVaultOf({ vault: wanted }: RestKey, vaults: readonly ServedVault[]): ServedVault {
  const found =
    vaults.find(({ id }) => id === wanted) ?? vaults.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new RestError('unavailable', 'The vault of this key is not served now.');
}
