import type { Socket } from 'node:net';
import type { WireLimits } from '../../contract/limits.ts';
import { Fifo } from '../../kit/fifo.ts';
import { LineReader } from '../../kit/line-reader.ts';
import { Outbox, streamSink } from '../../kit/outbox.ts';
import { rpcCodes } from './client/errors.ts';
import { type Filter, matches, matchesAnyType } from './event-filter.ts';
import type { PublishedEvent } from './event-log.ts';
import { type DroppedEvents, EventQueue } from './event-queue.ts';
import { decode, encodeError, type Request } from './frame.ts';

interface Subscription {
  readonly filter: Filter;
  /** The latest event before those it covers. */
  readonly since: number;
}

interface Hooks {
  isQuiet(topic: string): boolean;
  maySee(connection: Connection, event: PublishedEvent): boolean;
  /** A request was read. `finish` takes its answer. */
  request(connection: Connection, request: Request): void;
  ignored(): void;
  encodeDropped(dropped: DroppedEvents): string;
  /** The socket is closed; nothing of the connection is left. */
  closed(connection: Connection, reason: string | undefined): void;
}

/** Clients of other protocols that connect here by mistake get an error that says so. */
const otherProtocol = /^(GET |POST |PUT |HTTP\/|Content-Length:)/;
/** Stands for a line that was too long. Blank lines are skipped, so no other line is empty. */
const tooLong = '';

/** One client: its bytes in, its lines out, its subscriptions. All of it dies with the socket. */
export class Connection {
  readonly id: string;
  readonly connectedAt: number;
  readonly subscriptions = new Map<string, Subscription>();
  name: string | undefined;
  version: string | undefined;
  readonly #socket: Socket;
  readonly #limits: WireLimits;
  readonly #hooks: Hooks;
  readonly #lines = new Fifo<string>();
  readonly #outbox: Outbox;
  readonly #events: EventQueue;
  #abort: AbortController | undefined;
  #isClosed = false;
  #running = 0;
  #malformed = 0;
  #isFirst = true;
  #isPaused = false;
  #isEnding = false;
  #reason: string | undefined;
  #subscriptionsMade = 0;
  #hangUpTimer: NodeJS.Timeout | undefined;

  constructor(id: string, socket: Socket, limits: WireLimits, now: number, hooks: Hooks) {
    this.id = id;
    this.connectedAt = now;
    this.#socket = socket;
    this.#limits = limits;
    this.#hooks = hooks;
    const { unsentBytesMax, slowAfterMs, stalledAfterMs } = limits;
    this.#outbox = new Outbox(streamSink(socket), {
      isStream: true,
      unsentBytesMax,
      slowAfterMs,
      stalledAfterMs,
      onEmpty: () => this.#endWhenDone(),
      onSlow: () => this.#events.trim(),
      onGiveUp: (reason) => this.destroy(reason),
    });
    this.#events = new EventQueue(this.#outbox, limits, hooks.encodeDropped);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#close());
  }

  /** Aborted when the client is gone. Made on demand, since few handlers use it. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isClosed) this.#abort.abort();
    return this.#abort.signal;
  }

  get eventsQueued(): number {
    return this.#events.size;
  }

  get eventsDropped(): number {
    return this.#events.droppedTotal;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isFlushed(): boolean {
    return this.#isClosed || this.#outbox.isEmpty;
  }

  /** Starts to read. Before that, nothing the client sent is processed. */
  open(): void {
    const reader = new LineReader(
      this.#limits.requestBytesMax,
      (line) => this.#lines.push(line),
      () => this.#lines.push(tooLong),
    );
    this.#socket.on('data', (chunk: Buffer) => {
      reader.push(chunk);
      this.#read();
      this.#outbox.flush();
    });
    this.#socket.on('end', () => {
      reader.end();
      this.#isEnding = true;
      this.#read();
    });
  }

  /** The answer to a request that `request` was called for. */
  finish(line: string): void {
    this.#running--;
    this.send(line);
    if (this.#isPaused) this.#read();
  }

  send(line: string): void {
    if (!this.#isClosed) this.#outbox.add(line);
  }

  sendEvent(event: PublishedEvent): void {
    if (!this.#isClosed) this.#events.add(event);
  }

  /** Sends the event once if any of the subscriptions matches it. */
  offer(event: PublishedEvent): void {
    const visible = this.#visible(event);
    if (visible === undefined) return;
    for (const { filter } of this.subscriptions.values()) {
      if (!this.#matches(filter, visible)) continue;
      this.sendEvent(visible);
      return;
    }
  }

  subscribe(filter: Filter, since: number): string {
    const name = `s${++this.#subscriptionsMade}`;
    this.subscriptions.set(name, { filter, since });
    return name;
  }

  /** Sends older events that a new subscription asked for and that no other one covers. */
  replay(name: string, events: readonly PublishedEvent[]): void {
    const subscription = this.subscriptions.get(name);
    if (subscription === undefined) return;
    for (const event of events.flatMap((each) => this.#visible(each) ?? [])) {
      const isCovered = [...this.subscriptions].some(
        ([other, { filter, since }]) =>
          other !== name && since < event.seq && this.#matches(filter, event),
      );
      if (!isCovered && this.#matches(subscription.filter, event)) this.sendEvent(event);
    }
  }

  /** Answers what it has read, then closes the connection. */
  end(): void {
    this.#isEnding = true;
    this.#lines.clear();
    this.#socket.removeAllListeners('data');
    this.#socket.removeAllListeners('end');
    // Unread bytes would turn the orderly end into a reset that loses the last answers.
    this.#socket.resume();
    this.#endWhenDone();
  }

  destroy(reason?: string): void {
    this.#reason ??= reason;
    this.#socket.destroy();
  }

  /** The event as this client may see it, if any subscription can match that. */
  #visible(event: PublishedEvent): PublishedEvent | undefined {
    if (event.seenBy === undefined) return event;
    const isWanted = [...this.subscriptions.values()].some(({ filter }) =>
      matchesAnyType(filter, event, this.#hooks.isQuiet),
    );
    return isWanted ? event.seenBy(this.id) : undefined;
  }

  #matches(filter: Filter, event: PublishedEvent): boolean {
    const { isQuiet, maySee } = this.#hooks;
    return matches(filter, event, isQuiet) && maySee(this, event);
  }

  #read(): void {
    while (this.#running < this.#limits.inFlightMax) {
      const line = this.#lines.shift();
      if (line === undefined) {
        this.#isPaused = false;
        this.#socket.resume();
        this.#endWhenDone();
        return;
      }
      this.#take(line);
    }
    // Enough is running: the rest waits in the socket, and with it the client.
    this.#isPaused = true;
    this.#socket.pause();
  }

  #take(line: string): void {
    if (line === tooLong) this.#refuse('message too large');
    else if (this.#isFirst && otherProtocol.test(line)) {
      this.#refuse('this is the local control socket');
    } else this.#takeMessage(line);
    this.#isFirst = false;
  }

  #takeMessage(line: string): void {
    const message = decode(line, this.#limits.requestDepthMax);
    if (message?.kind === 'invalid') {
      this.send(encodeError(message.id, message));
      if (++this.#malformed >= this.#limits.malformedMax) this.end();
      return;
    }
    this.#malformed = 0;
    if (message === undefined) return;
    if (message.kind === 'request') {
      this.#running++;
      this.#hooks.request(this, message);
    } else this.#hooks.ignored();
  }

  /** What follows is not worth reading. */
  #refuse(message: string): void {
    this.send(encodeError('0', { code: rpcCodes.invalidRequest, message }));
    this.end();
  }

  #endWhenDone(): void {
    if (!this.#isEnding || this.#running > 0 || !this.#outbox.isEmpty) return;
    if (this.#hangUpTimer !== undefined) return;
    this.#socket.end();
    this.#hangUpTimer = setTimeout(() => this.#socket.destroy(), this.#limits.hangUpMs);
  }

  #close(): void {
    clearTimeout(this.#hangUpTimer);
    this.#isClosed = true;
    this.#abort?.abort();
    this.#outbox.clear();
    this.#events.clear();
    this.subscriptions.clear();
    this.#hooks.closed(this, this.#reason);
  }
}
