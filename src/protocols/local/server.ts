import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WireLimits, wireLimits } from '../../contract/limits.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { type Log, silentLog, toLogText } from '../../kit/log.ts';
import { rpcCodes } from './client/errors.ts';
import { Connection } from './connection.ts';
import { addControls, type ControlHooks } from './controls.ts';
import { defaultQuietTopics } from './event-filter.ts';
import { EventLog, type NewEvent, type PublishedEvent } from './event-log.ts';
import type { DroppedEvents } from './event-queue.ts';
import { encodeError } from './frame.ts';
import { type Handler, type HandlerOptions, Handlers, stoppingError } from './handlers.ts';

export interface WireServerOptions extends ControlHooks {
  readonly limits?: Partial<WireLimits>;
  /** Runs before the client is served. Throwing closes the connection. */
  readonly onConnect?: (client: Connection) => void | Promise<void>;
  /** Runs once for every `onConnect` that was begun, when nothing of the client is left. */
  readonly onDisconnect?: (client: Connection, reason: string | undefined) => void | Promise<void>;
  /** False for events that this client must not get. */
  readonly maySee?: (client: Connection, event: PublishedEvent) => boolean;
  /** Topics that a subscription must name to get. */
  readonly quietTopics?: readonly string[];
  readonly log?: Log;
  readonly clock?: Clock;
  readonly epoch?: string;
}

export interface StopOptions {
  readonly reason?: string;
  readonly graceMs?: number;
}

/** How often a stopping server checks whether its clients are done. */
const pollMs = 5;

/** A daemon's side of the wire: methods for clients, events for those that subscribed. */
export class WireServer {
  readonly limits: WireLimits;
  /** Does not listen by itself: `claimInstance` or the caller decides where. */
  readonly net: Server;
  readonly events: EventLog;
  ignoredMessages = 0;
  readonly #options: WireServerOptions;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #handlers: Handlers;
  readonly #quietTopics: ReadonlySet<string>;
  readonly #clients = new Set<Connection>();
  readonly #sockets = new Set<Socket>();
  #clientsMade = 0;
  /** Events dropped by clients that are gone. */
  #droppedBefore = 0;
  #stopping: Promise<void> | undefined;

  constructor(options: WireServerOptions = {}) {
    this.#options = options;
    this.limits = { ...wireLimits, ...options.limits };
    this.#log = options.log ?? silentLog;
    this.#clock = options.clock ?? systemClock;
    this.#handlers = new Handlers(this.limits, this.#log);
    this.#quietTopics = new Set(options.quietTopics ?? defaultQuietTopics);
    const epoch = options.epoch ?? randomBytes(9).toString('base64url');
    this.events = new EventLog(epoch, this.#clock, this.limits);
    this.net = createServer({ allowHalfOpen: true }, (socket) => void this.#accept(socket));
    addControls(this, options);
  }

  /** All connected clients. */
  get clients(): readonly Connection[] {
    return [...this.#clients];
  }

  get methods(): readonly string[] {
    return this.#handlers.names;
  }

  get droppedEvents(): number {
    return this.clients.reduce((sum, client) => sum + client.eventsDropped, this.#droppedBefore);
  }

  /** Answers a method from now on, in place of an earlier handler of that name. */
  handle(method: string, handler: Handler, options: HandlerOptions = {}): void {
    this.#handlers.add(method, handler, options);
  }

  /** Sends the event to all subscribers. Never waits for a client. */
  publish(event: NewEvent): PublishedEvent {
    const published = this.events.publish(event);
    for (const client of this.#clients) {
      if (client.subscriptions.size > 0) client.offer(published);
    }
    return published;
  }

  /** Sends the event to every client, or to those that `isMeant` picks, subscribed or not. */
  broadcast(event: NewEvent, isMeant: (client: Connection) => boolean = () => true): void {
    const published = this.events.publish(event);
    for (const client of this.#clients) if (isMeant(client)) client.sendEvent(published);
  }

  /** Lets running calls end, notifies all clients, closes their connections. Idempotent. */
  stop(options: StopOptions = {}): Promise<void> {
    this.#stopping ??= this.#stop(options);
    return this.#stopping;
  }

  async #stop({ reason = 'method', graceMs = this.limits.shutdownGraceMs }: StopOptions) {
    const closed = new Promise<void>((resolve) => {
      this.net.close(() => resolve());
    });
    this.#handlers.stop();
    const data = { reason, deadline_ms: graceMs };
    this.broadcast({ type: 'ShuttingDown', topic: 'lifecycle', data });
    await waitUntil(() => this.#handlers.running === 0, graceMs);
    this.#handlers.failAll(stoppingError());
    await waitUntil(() => this.clients.every(({ isFlushed }) => isFlushed), this.limits.flushMs);
    for (const client of this.#clients) client.end();
    await waitUntil(() => this.#sockets.size === 0, this.limits.hangUpMs);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #accept(socket: Socket): Promise<void> {
    if (this.#sockets.size >= this.limits.connectionsMax) {
      this.#reject(socket);
      return;
    }
    this.#sockets.add(socket);
    const id = `c${++this.#clientsMade}`;
    const client = new Connection(id, socket, this.limits, this.#clock.now(), {
      isQuiet: (topic) => this.#quietTopics.has(topic),
      maySee: this.#options.maySee ?? (() => true),
      request: (from, request) => this.#handlers.answer(from, request),
      ignored: () => {
        this.ignoredMessages++;
      },
      encodeDropped: (dropped) => this.#encodeDropped(dropped),
      closed: (from, reason) => void this.#forget(from, socket, reason),
    });
    await this.#admit(client);
  }

  #reject(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(encodeError('0', { code: rpcCodes.busy, message: 'too many clients' }));
    setTimeout(() => socket.destroy(), this.limits.hangUpMs);
  }

  async #admit(client: Connection): Promise<void> {
    try {
      await this.#options.onConnect?.(client);
    } catch (thrown) {
      this.#log.warn('a connect hook failed', { client: client.id, error: toLogText(thrown) });
      client.destroy('turned away');
      return;
    }
    if (client.isClosed) return;
    this.#clients.add(client);
    client.open();
  }

  async #forget(client: Connection, socket: Socket, reason: string | undefined): Promise<void> {
    this.#sockets.delete(socket);
    this.#clients.delete(client);
    this.#droppedBefore += client.eventsDropped;
    if (reason !== undefined) {
      this.#log.warn('a client was disconnected', { client: client.id, reason });
    }
    try {
      await this.#options.onDisconnect?.(client, reason);
    } catch (thrown) {
      this.#log.error('a disconnect hook failed', { error: toLogText(thrown) });
    }
  }

  #encodeDropped({ count, firstSeq, lastSeq, types }: DroppedEvents): string {
    const data = { count, first_seq: String(firstSeq), last_seq: String(lastSeq), types };
    return this.events.encodeFor('EventsDropped', lastSeq, data);
  }
}

/** Polls, because what is waited for happens rarely and in many places. */
async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < deadline) await sleep(pollMs);
}
