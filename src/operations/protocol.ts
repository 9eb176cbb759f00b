import type { Clock } from '../kit/clock.ts';
import type { Emitter } from '../kit/emitter.ts';
import { type Log, toLogText } from '../kit/log.ts';
import type { ProtocolInfo } from './daemon-facts.ts';
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

/** From where a browser is to open the dashboard. */
export type OpenedFrom = 'this machine' | 'other machines';

/** A protocol that is open. */
export interface OpenProtocol extends ProtocolInfo {
  /** Said once, at the start, instead of its lines. */
  greet?(): readonly string[];
  /** Lets what is under way finish, then closes. */
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

/**
 * Opens something for every vault, also for those that come later, and closes it when its vault
 * goes. A failure at the start closes everything; a later one is logged.
 */
export async function openPerVault<
  V extends { readonly name: string },
  T extends { close(): Promise<void> },
>(
  host: { readonly vaults: readonly V[]; readonly arrivals?: Pick<Emitter<VaultArrival<V>>, 'on'> },
  log: Log,
  open: (vault: V) => Promise<T | undefined>,
): Promise<{ readonly opened: ReadonlyMap<V, T>; close(): Promise<void> }> {
  const opened = new Map<V, T>();
  const openOne = async (vault: V): Promise<void> => {
    const made = await open(vault);
    // The vault may have gone while this was opening.
    if (made !== undefined && host.vaults.includes(vault)) opened.set(vault, made);
    else await made?.close();
  };
  const closeOne = async (vault: V): Promise<void> => {
    const made = opened.get(vault);
    opened.delete(vault);
    await made?.close();
  };
  const unlisten = host.arrivals?.on(({ kind, vault }) => {
    const done = kind === 'added' ? openOne(vault) : closeOne(vault);
    done.catch((thrown) => log.error(`The vault ${vault.name}: ${toLogText(thrown)}`));
  });
  const close = async (): Promise<void> => {
    unlisten?.();
    await Promise.allSettled([...opened.keys()].map(closeOne));
  };
  try {
    for (const vault of host.vaults) await openOne(vault);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { opened, close };
}
