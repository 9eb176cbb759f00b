import type { Protocol } from '../contract/callers.ts';
import type { Clock } from '../kit/clock.ts';
import type { Emitter } from '../kit/emitter.ts';
import type { Log } from '../kit/log.ts';
import type { ServedVault, Sessions } from './sessions.ts';

/** A vault that is served from now on, or no longer. */
export interface VaultArrival<V = ServedVault> {
  readonly kind: 'added' | 'removed';
  readonly vault: V;
}

/** What the daemon hands to a protocol. */
export interface ProtocolHost {
  /** Those that are served now. Never empty; the first is the default one and stays. */
  readonly vaults: readonly ServedVault[];
  /** Absent where vaults neither come nor go. */
  readonly arrivals?: Pick<Emitter<VaultArrival>, 'on'>;
  readonly sessions: Sessions;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A protocol that is open. */
export interface OpenProtocol {
  readonly protocol: Protocol;
  /** For people: what it is and how to reach it. */
  readonly lines: readonly string[];
  /** Said once, at the start, instead of those lines. */
  greet?(): readonly string[];
  /** What it knows about itself and its clients, for those who look after the daemon. */
  status?(): Readonly<Record<string, unknown>>;
  /** Lets what is under way finish, then goes. */
  close(): Promise<void>;
}

/** Follows every vault, also those that come later. What `follow` returns ends it for that vault. */
export function followVaults(
  { vaults, arrivals }: Pick<ProtocolHost, 'vaults' | 'arrivals'>,
  follow: (vault: ServedVault) => () => void,
): () => void {
  const ends = new Map(vaults.map((vault) => [vault, follow(vault)]));
  const unlisten = arrivals?.on(({ kind, vault }) => {
    ends.get(vault)?.();
    ends.delete(vault);
    if (kind === 'added') ends.set(vault, follow(vault));
  });
  return () => {
    unlisten?.();
    for (const end of ends.values()) end();
    ends.clear();
  };
}
