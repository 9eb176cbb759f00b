import { toRecord } from '../../../kit/records.ts';
import type { Filter } from '../event-filter.ts';
import type { Event, Invalid, Message } from '../frame.ts';
import { type CallOptions, Calls } from './calls.ts';
import { type ClientEvents, createClientEmitters } from './client-events.ts';
import { AbortError, ConnectionClosedError, DaemonNotRunningError } from './errors.ts';
import { openSocket, WireLink } from './link.ts';
import { runtimePaths } from './runtime.ts';
import { Subscription } from './subscription.ts';

export interface ClientOptions {
  /** Whose socket, when none is named. */
  readonly app?: string;
  readonly socket?: string;
  /** Starts the daemon when it is not running. */
  readonly start?: () => Promise<void>;
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly reconnect?: false | { readonly minMs: number; readonly maxMs: number };
  /** Events that may wait in one iterator. */
  readonly eventBuffer?: number;
}

/** A client that survives its daemon: it connects again, subscribes again, and repeats what is safe. */
export class Client {
  readonly #path: string;
  readonly #options: ClientOptions;
  readonly #reconnect: false | { readonly minMs: number; readonly maxMs: number };
  readonly #emitters = createClientEmitters();
  readonly #calls: Calls;
  readonly #subscriptions = new Set<Subscription>();
  #link: WireLink | undefined;
  #isClosed = false;
  readonly #closing = new AbortController();
  #epoch: string | undefined;
  #seq = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#path = options.socket ?? runtimePaths(options.app ?? 'vaultd').socket;
    this.#reconnect = options.reconnect ?? { minMs: 100, maxMs: 5000 };
    this.#calls = new Calls(options.callTimeoutMs ?? 30_000);
  }

  /** Connects. Fails with `DAEMON_NOT_RUNNING` when there is no daemon. */
  async open(): Promise<void> {
    try {
      await this.#openLink();
    } catch (thrown) {
      const { start } = this.#options;
      if (start === undefined || !(thrown instanceof DaemonNotRunningError)) throw thrown;
      await start();
      await this.#openLink();
    }
  }

  /** One request, one answer. Rejects with `RpcError`, `TimeoutError`, `AbortError` or `ConnectionClosedError`. */
  call<R = unknown>(method: string, params?: unknown, options: CallOptions = {}): Promise<R> {
    if (this.#isClosed || (this.#link === undefined && this.#reconnect === false)) {
      return Promise.reject(new ConnectionClosedError('The client is closed.', false));
    }
    if (options.signal?.aborted) return Promise.reject(new AbortError('The call was aborted.'));
    const answer = this.#calls.add<R>(method, params, options);
    this.#calls.send(this.#link);
    return answer;
  }

  /** Events from now on, or from number `from` on if they are still known; across restarts of the daemon. */
  async subscribe(filter: Filter = {}, from?: number): Promise<Subscription> {
    const subscription: Subscription = new Subscription(filter, {
      sizeMax: this.#options.eventBuffer ?? 1024,
      onDrop: () => this.#emitters.lost.emit({ reason: 'buffer', count: 1 }),
      onClose: () => this.#unsubscribe(subscription),
    });
    this.#subscriptions.add(subscription);
    try {
      const answer = await this.call<Subscribed>('Subscribe', {
        ...filter,
        ...(from !== undefined && { from_seq: String(from) }),
      });
      subscription.name = answer.subscription;
      this.#epoch ??= answer.epoch;
      if (this.#seq === 0) this.#seq = Number(answer.seq);
    } catch (thrown) {
      this.#subscriptions.delete(subscription);
      throw thrown;
    }
    return subscription;
  }

  /** Listens to what the client itself reports. The returned function ends it. */
  on<Name extends keyof ClientEvents>(
    name: Name,
    listener: (value: ClientEvents[Name]) => void,
  ): () => void {
    return this.#emitters[name].on(listener);
  }

  async ping(): Promise<void> {
    await this.call('Ping');
  }

  status(): Promise<Readonly<Record<string, unknown>>> {
    return this.call('GetStatus');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    this.#link?.close();
    this.#end();
  }

  async #openLink(): Promise<void> {
    const socket = await openSocket(this.#path, this.#options.connectTimeoutMs ?? 2000);
    const link = new WireLink(socket, {
      message: (message) => this.#take(message),
      drained: () => this.#calls.send(this.#link),
      closed: () => void this.#onLost(link),
    });
    if (this.#isClosed) link.close();
    else this.#link = link;
  }

  #take(message: Message | Invalid): void {
    if (message.kind === 'event') this.#takeEvent(message);
    else if (message.kind === 'response' && message.id !== '0') this.#calls.settle(message);
    else if (message.kind === 'response' && message.error !== undefined) {
      this.#emitters.protocolError.emit(message.error);
    } else if (message.kind === 'invalid') this.#emitters.protocolError.emit(message);
  }

  #takeEvent(event: Event): void {
    const { seq, count } = toRecord(event.data);
    if (/^\d{1,15}$/.test(String(seq))) this.#seq = Math.max(this.#seq, Number(seq));
    if (event.type === 'EventsDropped') {
      this.#emitters.lost.emit({
        reason: 'dropped',
        ...(typeof count === 'number' ? { count } : {}),
      });
    }
    this.#emitters.event.emit(event);
    for (const subscription of this.#subscriptions) subscription.offer(event);
  }

  /** The socket is gone: calls that may be repeated wait, the others fail. */
  async #onLost(link: WireLink): Promise<void> {
    if (this.#link !== link || this.#isClosed) return;
    this.#link = undefined;
    this.#calls.interrupt(this.#reconnect !== false);
    if (this.#reconnect === false) {
      this.#isClosed = true;
      this.#end();
      return;
    }
    this.#emitters.disconnected.emit(undefined);
    await this.#connectAgain(this.#reconnect);
  }

  async #connectAgain({ minMs, maxMs }: { minMs: number; maxMs: number }): Promise<void> {
    for (let attempts = 1; !this.#isClosed; attempts++) {
      const waitMs = Math.random() * Math.min(maxMs, minMs * 2 ** Math.min(attempts, 16));
      await sleepUntil(waitMs, this.#closing.signal);
      if (this.#isClosed) return;
      try {
        await this.#openLink();
      } catch {
        continue;
      }
      // If the daemon went away again meanwhile, another round has begun for that.
      const link = this.#link;
      await this.#resubscribe().catch(() => undefined);
      if (this.#link !== link) return;
      this.#calls.send(link);
      this.#emitters.reconnected.emit({ attempts });
      return;
    }
  }

  async #resubscribe(): Promise<void> {
    let lost: ClientEvents['lost']['reason'] | undefined;
    const from_seq = String(this.#seq + 1);
    const epoch = this.#epoch;
    for (const subscription of this.#subscriptions) {
      // Without a name its own call is still under way.
      if (subscription.name === undefined) continue;
      const params = { ...subscription.filter, from_seq, ...(epoch ? { epoch } : {}) };
      const answer = await this.call<Subscribed>('Subscribe', params);
      subscription.name = answer.subscription;
      if (answer.epoch !== epoch) {
        lost = 'restart';
        this.#epoch = answer.epoch;
        this.#seq = Number(answer.seq);
      } else if (answer.replayed === false) lost = 'gap';
    }
    if (lost !== undefined) this.#emitters.lost.emit({ reason: lost });
  }

  async #unsubscribe(subscription: Subscription): Promise<void> {
    this.#subscriptions.delete(subscription);
    if (this.#isClosed || this.#link === undefined || subscription.name === undefined) return;
    const params = { subscription: subscription.name };
    await this.call('Unsubscribe', params).catch(() => undefined);
  }

  #end(): void {
    this.#calls.interrupt(false);
    for (const subscription of this.#subscriptions) subscription.end();
    this.#subscriptions.clear();
    this.#emitters.closed.emit(undefined);
  }
}

interface Subscribed {
  readonly subscription: string;
  readonly epoch: string;
  readonly seq: string;
  readonly replayed?: boolean;
}

/** Ends early when the client is closed. */
function sleepUntil(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    closing.addEventListener('abort', end);
  });
}
