import type { Caller } from '../contract/callers.ts';
import type { Engine } from '../engine/engine.ts';
import type { Policy } from '../engine/store/vault/policy.ts';
import type { Denial, Denials } from './denials.ts';
import type { ClientPermissions, PermissionsByClient } from './permissions.ts';

/** A vault as those get it who open sessions on it. */
export type OpenedVault = Omit<Engine, 'close'>;

/** A vault as a protocol gets it: what is in it shows only in the view of a session. */
export type ServedVault = Omit<OpenedVault, 'as' | 'indexedChanges' | 'fileChanges'>;

export interface SessionInfo {
  readonly id: string;
  readonly vault: string;
  readonly caller: Caller;
  /** Of the client, where it says so. */
  readonly version: string | undefined;
  readonly since: number;
  /** The last call. */
  readonly lastAt: number;
  /** It was set to read-only while the daemon runs. */
  readonly isReadOnly: boolean;
  readonly calls: number;
  readonly failures: number;
  /** Of all calls together. */
  readonly busyMs: number;
}

export type SessionEvent =
  | {
      readonly kind: 'opened' | 'closed' | 'identified' | 'changed';
      readonly session: SessionInfo;
    }
  | { readonly kind: 'denied'; readonly session: SessionInfo; readonly denial: Denial };

/** Who is connected, and what was refused. */
export interface Clients {
  list(): SessionInfo[];
  /** Asks the protocol to end a session. False when there is none. */
  disconnect(id: string): boolean;
  /** Lets every session of that client at that protocol only read, or no longer. False when there is none. */
  setReadOnly(id: string, isReadOnly: boolean): boolean;
  /** What the owner lets clients do, by their names. */
  permissions(): PermissionsByClient;
  /** Sets it for every session of that name, now and later. */
  permit(client: string, permissions: ClientPermissions): void;
  /** What this caller may do in a vault that it has no session on. */
  policyOf(vault: ServedVault, caller: Caller): Policy;
  /** What was refused lately. */
  readonly denials: Pick<Denials, 'list'>;
}
