import type { Door } from '../contract/callers.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { ServedVault, Sessions } from './sessions.ts';

/** What the daemon hands to a door. */
export interface DoorHost {
  /** Never empty; the first is the default one. */
  readonly vaults: readonly ServedVault[];
  readonly sessions: Sessions;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A door that is open. */
export interface OpenDoor {
  readonly door: Door;
  /** For people: what it is and how to reach it. */
  readonly lines: readonly string[];
  /** Said once, at the start, instead of those lines. */
  greet?(): readonly string[];
  /** What it knows about itself and its clients, for those who look after the daemon. */
  status?(): Readonly<Record<string, unknown>>;
  /** Lets what is under way finish, then goes. */
  close(): Promise<void>;
}
