import type { Caller } from '../contract/callers.ts';
import type { VaultError } from '../contract/errors.ts';
import type { VaultChange } from '../contract/events.ts';
import type { EngineStatus, View } from '../engine/engine.ts';
import type { PlannedChange } from '../engine/steps/rehearse.ts';
import type { WorkspaceControl } from '../engine/workspace/workspace.ts';
import type { Clock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import { newId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { dispatch, type Outcome } from './dispatch.ts';
import type { Operation } from './operation.ts';

/** A vault as a door gets it: only through a caller's view. */
export interface ServedVault {
  readonly id: string;
  readonly name: string;
  /** As it was given: absolute and cleaned, links kept. */
  readonly root: string;
  as(caller: Caller, told?: (change: PlannedChange) => void): View;
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly workspace: WorkspaceControl;
  status(): EngineStatus;
}

/** One client at one door, on one vault. It dies with its connection. */
export interface Session {
  readonly id: string;
  readonly caller: Caller;
  readonly view: View;
  /** Aborted when the session closes. */
  readonly signal: AbortSignal;
  /** The only way in. Never throws. */
  dispatch(operation: Operation, raw: unknown, signal?: AbortSignal): Promise<Outcome>;
  /** The same, but nothing is written: what would change is told instead. */
  rehearse(operation: Operation, raw: unknown, signal?: AbortSignal): Promise<Rehearsed>;
  /** The client has told its name. */
  identify(client: string): void;
  close(): void;
}

export interface Rehearsed {
  readonly outcome: Outcome;
  readonly changes: readonly PlannedChange[];
}

export interface SessionInfo {
  readonly id: string;
  readonly vault: string;
  readonly caller: Caller;
  readonly since: number;
  readonly calls: number;
  readonly failures: number;
  /** Of all calls together. */
  readonly busyMs: number;
}

export type SessionEvent =
  | { readonly kind: 'opened' | 'closed' | 'identified'; readonly session: SessionInfo }
  | { readonly kind: 'denied'; readonly session: SessionInfo; readonly error: VaultError };

/** Who is connected. Doors open sessions here; status, events and the dashboard look at them. */
export interface Sessions {
  open(vault: ServedVault, caller: Caller, disconnect?: () => void): Session;
  list(): SessionInfo[];
  /** Asks the door to end a session. False when there is none. */
  disconnect(id: string): boolean;
  /** The configuration has changed: everybody gets the view that is right from now on. */
  refresh(): void;
  readonly events: Pick<Emitter<SessionEvent>, 'on'>;
}

export interface SessionsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The configuration may narrow what a client may do. */
  readonly adjust?: (caller: Caller, vault: ServedVault) => Caller;
}

interface Entry {
  info: SessionInfo;
  readonly disconnect: () => void;
  readonly refresh: () => void;
}

export function createSessions({
  clock,
  log,
  adjust = (caller) => caller,
}: SessionsOptions): Sessions {
  const open = new Map<string, Entry>();
  const events = createEmitter<SessionEvent>((thrown) =>
    log.error('a session listener failed', { error: String(thrown) }),
  );

  const note = (entry: Entry, operation: Operation, outcome: Outcome, startMs: number): void => {
    const ms = clock.now() - startMs;
    const { calls, failures, busyMs } = entry.info;
    const failed = outcome.ok ? 0 : 1;
    entry.info = {
      ...entry.info,
      calls: calls + 1,
      failures: failures + failed,
      busyMs: busyMs + ms,
    };
    if (outcome.ok) return;
    const { error } = outcome;
    const { door, client } = entry.info.caller;
    if (error.code === 'internal') {
      log.error('a request failed', { door, client, operation: operation.name, error: why(error) });
    }
    if (error.code === 'forbidden') events.emit({ kind: 'denied', session: entry.info, error });
  };

  return {
    events,
    open(vault, asked, disconnect = () => {}) {
      const closing = new AbortController();
      const id = newId(clock.now());
      const session = { id, ended: closing.signal };
      let caller = adjust(asked, vault);
      let view = vault.as(caller);
      const adjustTo = (wanted: Caller): void => {
        caller = adjust(wanted, vault);
        view = vault.as(caller);
        entry.info = { ...entry.info, caller };
      };
      const since = clock.now();
      const info = { id, vault: vault.name, caller, since, calls: 0, failures: 0, busyMs: 0 };
      const refresh = () => adjustTo({ ...asked, client: caller.client });
      const entry: Entry = { info, disconnect, refresh };
      open.set(id, entry);
      events.emit({ kind: 'opened', session: entry.info });
      return {
        id,
        get caller() {
          return caller;
        },
        get view() {
          return view;
        },
        signal: closing.signal,
        async dispatch(operation, raw, signal = closing.signal) {
          const startMs = clock.now();
          const outcome = await dispatch({ ...view, caller, session, signal }, operation, raw);
          note(entry, operation, outcome, startMs);
          return outcome;
        },
        async rehearse(operation, raw, signal = closing.signal) {
          const changes: PlannedChange[] = [];
          const dry = vault.as(caller, (change) => changes.push(change));
          const outcome = await dispatch({ ...dry, caller, session, signal }, operation, raw);
          return { outcome, changes };
        },
        identify(client) {
          adjustTo({ ...asked, client });
          events.emit({ kind: 'identified', session: entry.info });
        },
        close() {
          if (!open.delete(id)) return;
          closing.abort();
          events.emit({ kind: 'closed', session: entry.info });
        },
      };
    },
    refresh() {
      for (const entry of open.values()) entry.refresh();
    },
    list: () => [...open.values()].map(({ info }) => info),
    disconnect(id) {
      open.get(id)?.disconnect();
      return open.has(id);
    },
  };
}

function why(error: VaultError): string {
  const { cause } = error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : error.message;
}
