import { type Caller, ownerGrants, type PathPolicy } from '../contract/callers.ts';
import type { VaultError } from '../contract/errors.ts';
import type { TellProgress } from '../contract/progress.ts';
import type { Engine } from '../engine/engine.ts';
import type { PlannedChange } from '../engine/store/steps/dry-run.ts';
import type { Policy } from '../engine/store/vault/policy.ts';
import type { View } from '../engine/view.ts';
import type { ViewChanges, VisibleChange } from '../engine/watch/view-changes.ts';
import type { Clock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import { newId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { type DaemonFacts, noDaemonHere } from './daemon-facts.ts';
import { type Denial, Denials } from './denials.ts';
import { dispatch, type Outcome } from './dispatch.ts';
import type { Call, Operation } from './operation.ts';

/** A vault as those get it who open sessions on it. */
export type OpenedVault = Omit<Engine, 'close'>;

/** A vault as a protocol gets it: what is in it shows only in the view of a session. */
export type ServedVault = Omit<OpenedVault, 'as' | 'indexedChanges' | 'fileChanges'>;

export type { VisibleChange };

/** One client at one protocol, on one vault. It dies with its connection. */
export interface Session {
  readonly id: string;
  readonly caller: Caller;
  readonly view: Omit<View, 'onChanges'>;
  /** What the view shows of changes, also when it becomes another one. Ends with the session. */
  readonly onChanges: ViewChanges['onChanges'];
  /** Aborted when the session closes. */
  readonly signal: AbortSignal;
  /** The only way in. Never throws. */
  dispatch(
    operation: Operation,
    raw: unknown,
    signal?: AbortSignal,
    progress?: TellProgress,
  ): Outcome | Promise<Outcome>;
  /** The same, but nothing is written: the answer says what would change. */
  dryRun(operation: Operation, raw: unknown, signal?: AbortSignal): Promise<DryRun>;
  /** The client has told its name. */
  identify(client: string): void;
  close(): void;
}

export interface DryRun {
  readonly outcome: Outcome;
  readonly changes: readonly PlannedChange[];
}

export interface SessionInfo {
  readonly id: string;
  readonly vault: string;
  readonly caller: Caller;
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

/** Who is connected. Protocols open sessions here; status, events and the dashboard look at them. */
export interface Sessions {
  open(vault: ServedVault, caller: Caller, disconnect?: () => void): Session;
  /**
   * Changes of a vault for a protocol that keeps one log of them for all of its clients: what an
   * owner's client sees that nothing narrows. What each client sees of one is `session.view.see`.
   */
  onChanges(vault: ServedVault, listener: (batch: readonly VisibleChange[]) => void): () => void;
  /** What this caller may do in a vault that it has no session on. */
  policyOf(vault: ServedVault, caller: Caller): Policy;
  list(): SessionInfo[];
  /** Asks the protocol to end a session. False when there is none. */
  disconnect(id: string): boolean;
  /** Lets every session of that client at that protocol only read, or no longer. False when there is none. */
  setReadOnly(id: string, isReadOnly: boolean): boolean;
  /** What was refused lately. */
  readonly denials: Pick<Denials, 'list'>;
  /** The configuration has changed: everybody gets the view that is right from now on. */
  refresh(): void;
  readonly events: Pick<Emitter<SessionEvent>, 'on'>;
}

export interface SessionsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The configuration may narrow what a client may do. */
  readonly adjust?: (caller: Caller, vault: ServedVault) => Caller;
  /** What calls may know of the daemon; none is running when absent. */
  readonly daemon?: () => DaemonFacts;
}

interface Entry {
  readonly counts: { calls: number; failures: number; busyMs: number; lastAt: number };
  info(): SessionInfo;
  readonly disconnect: () => void;
  readonly refresh: () => void;
}

/** Somebody who listens to the changes that a session sees. */
interface Following {
  readonly begin: (view: ViewChanges) => () => void;
  end: () => void;
}

/** For those who did not ask how far it is. */
const unheard: TellProgress = () => {};

export function createSessions({
  clock,
  log,
  adjust = (caller) => caller,
  daemon = noDaemonHere,
}: SessionsOptions): Sessions {
  const open = new Map<string, Entry>();
  const denials = new Denials();
  /** Clients that may only read for now, by protocol and name. */
  const readers = new Set<string>();
  const events = createEmitter<SessionEvent>((thrown) =>
    log.error('a session listener failed', { error: String(thrown) }),
  );

  const note = (entry: Entry, operation: Operation, outcome: Outcome, startMs: number): Outcome => {
    const { counts } = entry;
    counts.calls++;
    counts.lastAt = startMs;
    counts.busyMs += clock.now() - startMs;
    if (!outcome.ok) noteFailure(entry, operation, outcome.error);
    return outcome;
  };

  const noteFailure = (entry: Entry, operation: Operation, error: VaultError): void => {
    entry.counts.failures++;
    if (error.code !== 'internal' && error.code !== 'forbidden') return;
    const session = entry.info();
    const { protocol, client } = session.caller;
    const about = { protocol, client, operation: operation.name };
    if (error.code === 'internal') log.error('a request failed', { ...about, error: why(error) });
    else {
      const denial = denials.add({ ...about, vault: session.vault, at: clock.now() }, error);
      events.emit({ kind: 'denied', session, denial });
    }
  };

  const sessions: Sessions = {
    events,
    denials,
    onChanges: (vault, listener) => engineOf(vault).as(logKeeper).onChanges(listener),
    policyOf: (vault, caller) => engineOf(vault).as(caller).policy,
    open(vault, asked, disconnect = () => {}) {
      const engine = engineOf(vault);
      const closing = new AbortController();
      const id = newId(clock.now());
      const session = { id, ended: closing.signal };
      const around = { session, sessions, daemon };
      const since = clock.now();
      let caller: Caller;
      let call: Call;
      const followings = new Set<Following>();
      const adjustTo = (wanted: Caller): void => {
        const adjusted = adjust(wanted, vault);
        caller = readers.has(readerOf(adjusted)) ? readingOnly(adjusted) : adjusted;
        call = {
          ...engine.as(caller),
          ...around,
          caller,
          signal: closing.signal,
          progress: unheard,
        };
        for (const following of followings) {
          following.end();
          following.end = following.begin(call);
        }
      };
      adjustTo(asked);
      const entry: Entry = {
        counts: { calls: 0, failures: 0, busyMs: 0, lastAt: since },
        info: () => ({
          id,
          vault: vault.name,
          caller,
          since,
          isReadOnly: readers.has(readerOf(caller)),
          ...entry.counts,
        }),
        disconnect,
        refresh: () => adjustTo({ ...asked, client: caller.client }),
      };
      open.set(id, entry);
      events.emit({ kind: 'opened', session: entry.info() });
      return {
        id,
        get caller() {
          return caller;
        },
        get view() {
          return call;
        },
        onChanges(listener, options) {
          if (closing.signal.aborted) return () => {};
          const begin = (view: ViewChanges) => view.onChanges(listener, options);
          const following: Following = { begin, end: begin(call) };
          followings.add(following);
          return () => {
            following.end();
            followings.delete(following);
          };
        },
        signal: closing.signal,
        dispatch(operation, raw, signal = closing.signal, progress = unheard) {
          const startMs = clock.now();
          const isPlain = signal === closing.signal && progress === unheard;
          const own = isPlain ? call : { ...call, signal, progress };
          const outcome = dispatch(own, operation, raw);
          if (!(outcome instanceof Promise)) return note(entry, operation, outcome, startMs);
          return outcome.then((later) => note(entry, operation, later, startMs));
        },
        async dryRun(operation, raw, signal = closing.signal) {
          const changes: PlannedChange[] = [];
          const dry = engine.as(caller, (change) => changes.push(change));
          const own = { ...dry, ...around, caller, signal, progress: unheard };
          const outcome = await dispatch(own, operation, raw);
          return { outcome, changes };
        },
        identify(client) {
          adjustTo({ ...asked, client });
          events.emit({ kind: 'identified', session: entry.info() });
        },
        close() {
          if (!open.delete(id)) return;
          for (const { end } of followings) end();
          followings.clear();
          closing.abort();
          events.emit({ kind: 'closed', session: entry.info() });
        },
      };
    },
    refresh() {
      for (const entry of open.values()) entry.refresh();
    },
    list: () => [...open.values()].map(({ info }) => info()),
    disconnect(id) {
      const found = open.get(id);
      found?.disconnect();
      return found !== undefined;
    },
    setReadOnly(id, isReadOnly) {
      const found = open.get(id);
      if (found === undefined) return false;
      const reader = readerOf(found.info().caller);
      if (isReadOnly) readers.add(reader);
      else readers.delete(reader);
      for (const entry of open.values()) {
        if (readerOf(entry.info().caller) !== reader) continue;
        entry.refresh();
        events.emit({ kind: 'changed', session: entry.info() });
      }
      return true;
    },
  };
  return sessions;
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

function readerOf({ protocol, client }: Caller): string {
  return `${protocol} ${client}`;
}

/** What may be read stays the same. */
function readingOnly(caller: Caller): Caller {
  const { within } = caller.policy;
  const reading: PathPolicy = { hidden: true, readOnly: 'for now', ...(within && { within }) };
  return { ...caller, policy: { ...caller.policy, within: reading } };
}

function why(error: VaultError): string {
  const { cause } = error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : error.message;
}
