import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { type WireLimits, wireLimits } from '../../contract/limits.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { type Log, silentLog, toLogText } from '../../kit/log.ts';
import { rpcCodes } from './client/errors.ts';
import { Connection } from './connection.ts';
import { addControls } from './controls.ts';
import { defaultQuietTopics } from './event-filter.ts';
import { EventLog, type Happening, type Published } from './event-log.ts';
import type { Dropped } from './event-queue.ts';
import { encodeError } from './frame.ts';
import { type Handler, type HandlerOptions, Handlers, stoppingError } from './handlers.ts';

export interface WireServerOptions {
  readonly limits?: Partial<WireLimits>;
  /** Runs before the client is served. Throwing turns it away. */
  readonly onConnect?: (client: Connection) => void | Promise<void>;
  /** Runs once for every `onConnect` that was begun, when nothing of the client is left. */
  readonly onDisconnect?: (client: Connection, reason: string | undefined) => void | Promise<void>;
  /** Runs when a client has told its name. */
  readonly onIdentify?: (client: Connection) => void;
  /** Runs when the subscriptions of a client are others. */
  readonly onSubscribe?: (client: Connection) => void;
  /** Events that a client must not hear of are kept from it. */
  readonly mayHear?: (client: Connection, event: Published) => boolean;
  /** Topics that only those get who name them. */
  readonly quietTopics?: readonly string[];
  readonly log?: Log;
  readonly clock?: Clock;
  readonly epoch?: string;
}

export interface StopOptions {
  readonly reason?: string;
  readonly graceMs?: number;
}

/** A daemon's side of the wire: methods for clients, events to those who asked for them. */
export class WireServer {
  readonly limits: WireLimits;
  /** Listens, but says nothing about where: `claimInstance` or the caller does. */
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
  #droppedByGone = 0;
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

  /** Everybody who is connected. */
  get clients(): readonly Connection[] {
    return [...this.#clients];
  }

  get methods(): readonly string[] {
    return this.#handlers.names;
  }

  get droppedEvents(): number {
    return this.clients.reduce((sum, client) => sum + client.eventsDropped, this.#droppedByGone);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Answers a method from now on. A handler of that name before it is replaced. */
  handle(method: string, handler: Handler, options: HandlerOptions = {}): void {
    this.#handlers.add(method, handler, options);
  }

  unhandle(method: string): void {
    this.#handlers.remove(method);
  }

  /** Tells those who subscribed to it. Never waits for anybody. */
  publish(happening: Happening): Published {
    const event = this.events.publish(happening);
    for (const client of this.#clients) {
      if (client.subscriptions.size > 0) client.offer(event);
    }
    return event;
  }

  /** Tells every client, or those that `isMeant` picks, whether they asked or not. */
  broadcast(happening: Happening, isMeant: (client: Connection) => boolean = () => true): void {
    const event = this.events.publish(happening);
    for (const client of this.#clients) if (isMeant(client)) client.sendEvent(event);
  }

  /** Lets work in progress end, tells everybody, hangs up. Idempotent. */
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
    await this.#waitUntil(() => this.#handlers.running === 0, graceMs);
    this.#handlers.failAll(stoppingError());
    await this.#waitUntil(() => this.clients.every(isFlushed), this.limits.flushMs);
    for (const client of this.#clients) client.end();
    await this.#waitUntil(() => this.#sockets.size === 0, this.limits.hangUpMs);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Polls, because what is waited for happens rarely and in many places. */
  async #waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!isDone() && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #accept(socket: Socket): Promise<void> {
    if (this.#sockets.size >= this.limits.connectionsMax) {
      this.#turnAway(socket);
      return;
    }
    this.#sockets.add(socket);
    const options = this.#options;
    const client = new Connection(
      `c${++this.#clientsMade}`,
      socket,
      this.limits,
      this.#clock.now(),
      {
        isQuiet: (topic) => this.#quietTopics.has(topic),
        mayHear: options.mayHear ?? (() => true),
        request: (from, request) => this.#handlers.answer(from, request),
        ignored: () => {
          this.ignoredMessages++;
        },
        encodeDropped: (dropped) => this.#encodeDropped(dropped),
        closed: (from, reason) => void this.#forget(from, socket, reason),
      },
    );
    await this.#admit(client);
  }

  #turnAway(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(encodeError('0', { code: rpcCodes.busy, message: 'too many clients' }));
    setTimeout(() => socket.destroy(), this.limits.hangUpMs);
  }

  async #admit(client: Connection): Promise<void> {
    try {
      const greeting = this.#options.onConnect?.(client);
      if (greeting !== undefined) await greeting;
    } catch (thrown) {
      this.#log.warn('a client was turned away', { client: client.id, error: toLogText(thrown) });
      client.destroy('turned away');
      return;
    }
    if (client.isGone) return;
    this.#clients.add(client);
    client.open();
  }

  async #forget(client: Connection, socket: Socket, reason: string | undefined): Promise<void> {
    this.#sockets.delete(socket);
    this.#clients.delete(client);
    this.#droppedByGone += client.eventsDropped;
    if (reason !== undefined) this.#log.warn('a client was cut off', { client: client.id, reason });
    try {
      await this.#options.onDisconnect?.(client, reason);
    } catch (thrown) {
      this.#log.error('a disconnect hook failed', { error: toLogText(thrown) });
    }
  }

  #encodeDropped({ count, firstSeq, lastSeq, types }: Dropped): string {
    const data = { count, first_seq: String(firstSeq), last_seq: String(lastSeq), types };
    return this.events.encodeFor('EventsDropped', lastSeq, data);
  }
}

function isFlushed(client: Connection): boolean {
  return client.isFlushed;
}
