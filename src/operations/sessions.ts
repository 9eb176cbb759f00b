import { type Caller, ownerGrants, type PathPolicy } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { overviewLimits } from '../contract/overview-limits.ts';
import type { Policy } from '../engine/store/vault/policy.ts';
import type { VisibleChange } from '../engine/watch/view-changes.ts';
import type { Clock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import type { Log } from '../kit/log.ts';
import type { Clients, OpenedVault, ServedVault, SessionEvent, SessionInfo } from './clients.ts';
import { type DaemonFacts, type ListedVault, noDaemonHere } from './daemon-facts.ts';
import { createDenialMemory, type DenialStore, Denials } from './denials.ts';
import type { Operation } from './operation.ts';
import {
  type ClientPermissions,
  createPermissionMemory,
  type PermissionStore,
  type PermissionsByClient,
  withPermissions,
} from './permissions.ts';
import { type Session, type SessionContext, VaultSession } from './session.ts';

export type { ApprovalEvent } from '../engine/store/approvals/proposals.ts';
export type { ServedVault, SessionEvent, SessionInfo } from './clients.ts';
export type { DryRun, Session } from './session.ts';
export type { VisibleChange };

export interface SessionsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The configuration may narrow what a client may do. */
  readonly adjust?: (caller: Caller, vault: ServedVault) => Caller;
  /** Facts about the daemon; none is running when absent. */
  readonly daemon?: () => DaemonFacts;
  /** Where refusals are kept; in memory when absent. */
  readonly denials?: DenialStore;
  /** Where permissions of clients are kept; in memory when absent. */
  readonly permissions?: PermissionStore;
  /** The vaults that calls may list; that of the session alone when absent. */
  readonly listVaults?: () => Promise<readonly ListedVault[]>;
}

/** Who is connected. Protocols open sessions here; status, events and the dashboard list them. */
export class Sessions implements Clients {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, VaultSession>();
  /** Clients that may only read for now, by protocol and name. */
  readonly #readers = new Set<string>();
  readonly #permissions: PermissionStore;
  readonly denials: Denials;
  readonly #events: Emitter<SessionEvent>;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#permissions = options.permissions ?? createPermissionMemory();
    this.denials = new Denials(options.denials ?? createDenialMemory());
    this.#events = createEmitter((thrown) =>
      options.log.error('a session listener failed', { error: String(thrown) }),
    );
  }

  get events(): Pick<Emitter<SessionEvent>, 'on'> {
    return this.#events;
  }

  /** `version`: of the client, where it has said its name and version before. */
  open(vault: ServedVault, caller: Caller, disconnect = () => {}, version?: string): Session {
    const session = new VaultSession(this.#contextFor(vault, disconnect), caller, version);
    this.#open.set(session.id, session);
    this.#emit('opened', session);
    return session;
  }

  /**
   * Changes of a vault for a protocol that keeps one log of them for all of its clients: what an
   * owner's client sees that nothing narrows. What each client sees of one is `session.view.see`.
   */
  onChanges(vault: ServedVault, listener: (batch: readonly VisibleChange[]) => void) {
    return engineOf(vault).as(logKeeper).onChanges(listener);
  }

  /** The steps among those changes, by their ids. A step that comes in several batches counts once. */
  onSteps(vault: ServedVault, listener: (step: string) => void) {
    let last = '';
    return this.onChanges(vault, (batch) => {
      for (const id of new Set(batch.flatMap(({ origin }) => origin?.step ?? []))) {
        if (id !== last) listener(id);
        last = id;
      }
    });
  }

  policyOf(vault: ServedVault, caller: Caller): Policy {
    return engineOf(vault).as(caller).policy;
  }

  /** The configuration has changed: every session gets the view that is right from now on. */
  refresh(): void {
    for (const session of this.#open.values()) session.refresh();
  }

  list(): SessionInfo[] {
    return [...this.#open.values()].map((session) => session.info());
  }

  disconnect(id: string): boolean {
    const found = this.#open.get(id);
    found?.disconnect();
    return found !== undefined;
  }

  setReadOnly(id: string, isReadOnly: boolean): boolean {
    const found = this.#open.get(id);
    if (found === undefined) return false;
    const reader = readerOf(found.caller);
    if (isReadOnly) this.#readers.add(reader);
    else this.#readers.delete(reader);
    for (const session of this.#open.values()) {
      if (readerOf(session.caller) !== reader) continue;
      session.refresh();
      this.#emit('changed', session);
    }
    return true;
  }

  permissions(): PermissionsByClient {
    return this.#permissions.read();
  }

  permit(client: string, permissions: ClientPermissions): void {
    const { [client]: _before, ...others } = this.#permissions.read();
    const isRule = Object.keys(permissions).length > 0;
    if (isRule && Object.keys(others).length >= overviewLimits.permittedClientsMax) {
      throw tooManyClients();
    }
    this.#permissions.write(isRule ? { ...others, [client]: permissions } : others);
    for (const session of this.#open.values()) {
      if (session.caller.client !== client) continue;
      session.refresh();
      this.#emit('changed', session);
    }
  }

  #contextFor(vault: ServedVault, disconnect: () => void): SessionContext {
    const { clock, adjust = (caller) => caller, daemon = noDaemonHere } = this.#options;
    const { name, id } = vault;
    const { listVaults = async () => [{ name, id, available: true }] } = this.#options;
    const isReadOnly = (caller: Caller) => this.#readers.has(readerOf(caller));
    return {
      engine: engineOf(vault),
      clock,
      around: { sessions: this, daemon, listVaults },
      adjust: (caller) => {
        const kept = this.#permissions.read()[caller.client];
        const configured = adjust(caller, vault);
        const adjusted = kept === undefined ? configured : withPermissions(configured, kept);
        return isReadOnly(adjusted) ? readingOnly(adjusted) : adjusted;
      },
      isReadOnly,
      onFailed: (session, operation, error) => this.#report(session, operation, error),
      onDenied: (session, operation, error) => this.#keepDenied(session, operation, error),
      onIdentified: (session) => this.#emit('identified', session),
      onClosed: (session) => {
        this.#open.delete(session.id);
        this.#emit('closed', session);
      },
      disconnect,
    };
  }

  #emit(kind: Exclude<SessionEvent['kind'], 'denied'>, session: VaultSession): void {
    this.#events.emit({ kind, session: session.info() });
  }

  #report(session: VaultSession, { name: operation }: Operation, error: VaultError): void {
    const { protocol, client } = session.caller;
    const about = { protocol, client, operation };
    if (error.code === 'internal') {
      this.#options.log.error('a request failed', { ...about, error: why(error) });
    }
    this.#keepDenied(session, operation, error);
  }

  #keepDenied(session: VaultSession, operation: string, error: VaultError): void {
    if (error.code !== 'forbidden' && error.code !== 'path-outside-vault') return;
    // What waits for a person was not refused.
    if (error.about.reason === 'waits-for-approval') return;
    const info = session.info();
    const { protocol, client } = info.caller;
    const about = { protocol, client, operation, vault: info.vault };
    const denial = this.denials.add({ ...about, at: this.#options.clock.now() }, error);
    this.#events.emit({ kind: 'denied', session: info, denial });
  }
}

/** Sees what an owner's client sees that nothing narrows: all but hidden and ignored files. */
const logKeeper: Caller = { protocol: 'local', client: 'log', grants: ownerGrants, policy: {} };

/** Protocols hand back what the daemon gave them, of which their type shows less. */
function engineOf(vault: ServedVault): OpenedVault {
  if (!isOpened(vault)) throw new Error('This vault was not opened by the daemon.');
  return vault;
}

function isOpened(vault: ServedVault): vault is OpenedVault {
  return 'as' in vault;
}

function tooManyClients(): VaultError {
  return new VaultError('invalid-input', 'Too many clients have permissions of their own.', {
    hint: 'Reset those of clients that no longer come.',
  });
}

function readerOf({ protocol, client }: Caller): string {
  return `${protocol} ${client}`;
}

/** What may be read stays the same. */
function readingOnly(caller: Caller): Caller {
  const { within } = caller.policy;
  const reading: PathPolicy = { hidden: true, readOnly: 'for now', ...(within && { within }) };
  return { ...caller, policy: { ...caller.policy, within: reading } };
}

function why({ cause, message }: VaultError): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : message;
}
