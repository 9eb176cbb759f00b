import type { Protocol } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import type { Emitter } from '../kit/emitter.ts';
import type { ServedVault } from './clients.ts';

/** How the process was at one moment. */
export interface HealthSample {
  readonly at: number;
  readonly rss: number;
  readonly heapUsed: number;
  /** The longest that work had to wait for the event loop since the sample before. */
  readonly delayMs: number;
  /** The share of time in which it was busy. */
  readonly utilization: number;
  /** Calls since the sample before. */
  readonly calls: number;
  readonly clients: number;
}

/** Samples the health of the process. */
export interface HealthMonitor {
  readonly everyMs: number;
  /** The oldest first. */
  samples(): readonly HealthSample[];
  readonly events: Pick<Emitter<HealthSample>, 'on'>;
}

/** What a protocol that is open says about itself. */
export interface ProtocolInfo {
  readonly protocol: Protocol;
  /** For people: what it is and how to reach it. */
  readonly lines: readonly string[];
  /** Details about itself and its clients. */
  status?(): Readonly<Record<string, unknown>>;
}

/** Facts about the daemon as a whole. */
export interface DaemonFacts {
  readonly version: string;
  readonly startedAt: number;
  readonly vaults: readonly ServedVault[];
  protocols(): readonly ProtocolInfo[];
  readonly health: HealthMonitor;
}

/** A vault by name, for clients that have not opened it. */
export interface ListedVault {
  readonly name: string;
  readonly id?: string;
  readonly available: boolean;
}

/** Where a vault is served without a daemon. */
export function noDaemonHere(): never {
  throw new VaultError('unavailable', 'No daemon is running here.', {
    hint: 'Start one with "vaultd daemon start".',
  });
}
