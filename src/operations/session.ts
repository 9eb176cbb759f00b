import type { Caller } from '../contract/callers.ts';
import type { VaultError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { ReportProgress } from '../contract/progress.ts';
import type { SessionRef } from '../contract/workspace.ts';
import type { PlannedChange } from '../engine/store/steps/dry-run.ts';
import type { View } from '../engine/view.ts';
import type { ViewChanges } from '../engine/watch/view-changes.ts';
import type { Clock } from '../kit/clock.ts';
import { cutText } from '../kit/cut-text.ts';
import { newId } from '../kit/ids.ts';
import type { OpenedVault, SessionInfo } from './clients.ts';
import { dispatch, type Outcome } from './dispatch.ts';
import type { Call, Operation } from './operation.ts';

/** A session as a protocol gets it. */
export type Session = Omit<VaultSession, 'disconnect' | 'info' | 'refresh'>;

export interface DryRun {
  readonly outcome: Outcome;
  readonly changes: readonly PlannedChange[];
}

/** What a session needs. */
export interface SessionContext {
  readonly engine: OpenedVault;
  readonly clock: Clock;
  /** What a call has besides the view of its caller. */
  readonly around: Pick<Call, 'sessions' | 'daemon' | 'listVaults'>;
  /** The caller as the configuration and the owner let it be, at this moment. */
  adjust(caller: Caller): Caller;
  isReadOnly(caller: Caller): boolean;
  onFailed(session: VaultSession, operation: Operation, error: VaultError): void;
  onDenied(session: VaultSession, operation: string, error: VaultError): void;
  onIdentified(session: VaultSession): void;
  onClosed(session: VaultSession): void;
  readonly disconnect: () => void;
}

/** A listener to the changes that a session sees. */
interface Subscription {
  readonly begin: (view: ViewChanges) => () => void;
  end: () => void;
}

const noProgress: ReportProgress = () => {};

/** One client at one protocol, on one vault. It ends with its connection. */
export class VaultSession {
  readonly id: string;
  readonly #context: SessionContext;
  readonly #asked: Caller;
  readonly #since: number;
  readonly #closing = new AbortController();
  readonly #subscriptions = new Set<Subscription>();
  readonly #counts = { calls: 0, failures: 0, busyMs: 0, lastAt: 0 };
  #version: string | undefined;
  #call: Call;

  constructor(context: SessionContext, asked: Caller, version?: string) {
    this.#context = context;
    this.#version = version;
    this.#asked = asked;
    this.#since = context.clock.now();
    this.#counts.lastAt = this.#since;
    this.id = newId(this.#since);
    this.#call = this.#createCall(asked.client);
  }

  get caller(): Caller {
    return this.#call.caller;
  }

  get view(): Omit<View, 'onChanges'> {
    return this.#call;
  }

  /** Aborted when the session closes. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  info(): SessionInfo {
    const { caller } = this.#call;
    return {
      id: this.id,
      vault: this.#context.engine.name,
      caller,
      version: this.#version,
      since: this.#since,
      isReadOnly: this.#context.isReadOnly(caller),
      ...this.#counts,
    };
  }

  /** What the view shows of changes, also when it becomes another one. Ends with the session. */
  readonly onChanges: ViewChanges['onChanges'] = (listener, options) => {
    if (this.signal.aborted) return () => {};
    const begin = (view: ViewChanges) => view.onChanges(listener, options);
    const subscription: Subscription = { begin, end: begin(this.#call) };
    this.#subscriptions.add(subscription);
    return () => {
      subscription.end();
      this.#subscriptions.delete(subscription);
    };
  };

  /** The only way in. Never throws. */
  dispatch(
    operation: Operation,
    raw: unknown,
    signal = this.signal,
    progress = noProgress,
  ): Outcome | Promise<Outcome> {
    const startMs = this.#context.clock.now();
    const isPlain = signal === this.signal && progress === noProgress;
    const call = isPlain ? this.#call : { ...this.#call, signal, progress };
    const outcome = dispatch(call, operation, raw);
    return outcome instanceof Promise
      ? outcome.then((later) => this.#count(operation, later, startMs))
      : this.#count(operation, outcome, startMs);
  }

  /** The same, but nothing is written: the answer says what would change. */
  async dryRun(operation: Operation, raw: unknown, signal = this.signal): Promise<DryRun> {
    const changes: PlannedChange[] = [];
    const onPlanned = (change: PlannedChange) => changes.push(change);
    const view = this.#context.engine.as(this.caller, { onPlanned, session: this.id });
    const outcome = await dispatch({ ...this.#call, ...view, signal }, operation, raw);
    return { outcome, changes };
  }

  /** Keeps a refusal that needed no dispatch. Others are kept where they happen. */
  reportDenied(operation: string, error: VaultError): void {
    this.#context.onDenied(this, operation, error);
  }

  /** The client has said its name. */
  identify(client: string, version?: string): void {
    this.#version = version;
    this.refresh(client);
    this.#context.onIdentified(this);
  }

  /** From now on the session has the view that its caller may have now. */
  refresh(client = this.caller.client): void {
    this.#call = this.#createCall(client);
    for (const subscription of this.#subscriptions) {
      subscription.end();
      subscription.end = subscription.begin(this.#call);
    }
  }

  /** Asks the protocol to end it. */
  disconnect(): void {
    this.#context.disconnect();
  }

  close(): void {
    if (this.signal.aborted) return;
    for (const { end } of this.#subscriptions) end();
    this.#subscriptions.clear();
    this.#closing.abort();
    this.#context.onClosed(this);
  }

  #createCall(client: string): Call {
    const { engine, around } = this.#context;
    const name = cutText(client, limits.clientNameLengthMax);
    const caller = this.#context.adjust({ ...this.#asked, client: name });
    const session: SessionRef = { id: this.id, ended: this.signal };
    const { signal } = this;
    const view = engine.as(caller, { session: this.id });
    const reportDenied = (operation: string, error: VaultError) =>
      this.reportDenied(operation, error);
    const own = { caller, session, signal, progress: noProgress, reportDenied };
    return { ...view, ...around, ...own };
  }

  #count(operation: Operation, outcome: Outcome, startMs: number): Outcome {
    this.#counts.calls++;
    this.#counts.lastAt = startMs;
    this.#counts.busyMs += this.#context.clock.now() - startMs;
    if (outcome.ok) return outcome;
    this.#counts.failures++;
    this.#context.onFailed(this, operation, outcome.error);
    return outcome;
  }
}
