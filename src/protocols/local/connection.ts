import type { Socket } from 'node:net';
import type { WireLimits } from '../../contract/limits.ts';
import { Outbox, streamSink } from '../../kit/outbox.ts';
import { rpcCodes } from './client/errors.ts';
import { type Filter, wants, wantsSomeType } from './event-filter.ts';
import type { Published } from './event-log.ts';
import { type Dropped, EventQueue } from './event-queue.ts';
import { decode, encodeError, type Invalid, type Request } from './frame.ts';
import { WireLineReader } from './lines.ts';

interface Subscription {
  readonly filter: Filter;
  /** The latest event before those it covers. */
  readonly since: number;
}

interface Hooks {
  isQuiet(topic: string): boolean;
  mayHear(connection: Connection, event: Published): boolean;
  /** A request was read. `finish` takes its answer. */
  request(connection: Connection, request: Request): void;
  ignored(): void;
  encodeDropped(dropped: Dropped): string;
  /** The socket is closed; nothing of the connection is left. */
  closed(connection: Connection, reason: string | undefined): void;
}

/** Other protocols that end up here by mistake are told so. */
const otherProtocol = /^(GET |POST |PUT |HTTP\/|Content-Length:)/;

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
  readonly #reader: WireLineReader;
  readonly #outbox: Outbox;
  readonly #events: EventQueue;
  #gone: AbortController | undefined;
  #isGone = false;
  #running = 0;
  #malformed = 0;
  #isFirst = true;
  #isReading = true;
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
    this.#reader = new WireLineReader(limits.requestBytesMax);
    this.#outbox = new Outbox(streamSink(socket), {
      isStream: true,
      unsentBytesMax: limits.unsentBytesMax,
      slowAfterMs: limits.slowAfterMs,
      stalledAfterMs: limits.stalledAfterMs,
      onEmpty: () => this.#endWhenDone(),
      onSlow: () => this.#events.trim(),
      onGiveUp: (reason) => this.destroy(reason),
    });
    this.#events = new EventQueue(this.#outbox, limits, hooks.encodeDropped);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#close());
  }

  /** Aborted when the client is gone. Made on demand, as few handlers look. */
  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isGone) this.#gone.abort();
    return this.#gone.signal;
  }

  get eventsQueued(): number {
    return this.#events.size;
  }

  get eventsDropped(): number {
    return this.#events.droppedTotal;
  }

  get running(): number {
    return this.#running;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get isFlushed(): boolean {
    return this.#isGone || this.#outbox.isEmpty;
  }

  /** Starts to read. Before it nothing the client sent is looked at. */
  open(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#reader.push(chunk);
      this.#read();
      this.#outbox.flush();
    });
    this.#socket.on('end', () => {
      this.#reader.end();
      this.#isEnding = true;
      this.#read();
    });
  }

  /** The answer to a request that `request` was called for. */
  finish(line: string): void {
    this.#running--;
    this.send(line);
    if (!this.#isReading) this.#read();
  }

  send(line: string): void {
    if (!this.#isGone) this.#outbox.add(line);
  }

  sendEvent(event: Published): void {
    if (!this.#isGone) this.#events.add(event);
  }

  /** Gives the event to the client if one of its subscriptions wants it, and then once. */
  offer(event: Published): void {
    const heard = this.#heard(event);
    if (heard === undefined) return;
    for (const { filter } of this.subscriptions.values()) {
      if (!this.#wants(filter, heard)) continue;
      this.sendEvent(heard);
      return;
    }
  }

  subscribe(filter: Filter, since: number): string {
    const name = `s${++this.#subscriptionsMade}`;
    this.subscriptions.set(name, { filter, since });
    return name;
  }

  /** Gives the client older events that a new subscription asked for and no other one had brought. */
  replay(name: string, events: readonly Published[]): void {
    const subscription = this.subscriptions.get(name);
    if (subscription === undefined) return;
    for (const event of events.flatMap((each) => this.#heard(each) ?? [])) {
      const isKnown = [...this.subscriptions].some(
        ([other, { filter, since }]) =>
          other !== name && since < event.seq && this.#wants(filter, event),
      );
      if (!isKnown && this.#wants(subscription.filter, event)) this.sendEvent(event);
    }
  }

  /** Says what it has to say, then hangs up. */
  end(): void {
    this.#isEnding = true;
    this.#stopReading();
    this.#endWhenDone();
  }

  destroy(reason?: string): void {
    this.#reason ??= reason;
    this.#socket.destroy();
  }

  /** The event as it is for this client, if that can matter to it. */
  #heard(event: Published): Published | undefined {
    if (event.heardAs === undefined) return event;
    const isWanted = [...this.subscriptions.values()].some(({ filter }) =>
      wantsSomeType(filter, event, this.#hooks.isQuiet),
    );
    return isWanted ? event.heardAs(this) : undefined;
  }

  #wants(filter: Filter, event: Published): boolean {
    const { isQuiet, mayHear } = this.#hooks;
    return wants(filter, event, isQuiet) && mayHear(this, event);
  }

  #read(): void {
    this.#isReading = true;
    while (this.#running < this.#limits.inFlightMax) {
      const line = this.#reader.next();
      if (line === undefined) {
        if (this.#reader.isOverflowing) this.#refuse('message too large');
        else {
          this.#socket.resume();
          this.#endWhenDone();
        }
        return;
      }
      if (this.#isFirst && otherProtocol.test(line)) {
        this.#refuse('this is the local control socket');
        return;
      }
      this.#isFirst = false;
      this.#take(line);
      if (this.#malformed >= this.#limits.malformedMax) {
        this.end();
        return;
      }
    }
    // Enough is running: the rest waits in the socket, and with it the client.
    this.#isReading = false;
    this.#socket.pause();
  }

  #take(line: string): void {
    const message = decode(line, this.#limits.requestDepthMax);
    if (message?.kind === 'invalid') {
      this.#answerInvalid(message);
      return;
    }
    this.#malformed = 0;
    if (message === undefined) return;
    if (message.kind === 'request') {
      this.#running++;
      this.#hooks.request(this, message);
    } else this.#hooks.ignored();
  }

  #answerInvalid({ id, code, message }: Invalid): void {
    this.#malformed++;
    this.send(encodeError(id, { code, message }));
  }

  /** What follows is not worth reading. */
  #refuse(message: string): void {
    this.send(encodeError('0', { code: rpcCodes.invalidRequest, message }));
    this.end();
  }

  #stopReading(): void {
    this.#socket.removeAllListeners('data');
    this.#socket.removeAllListeners('end');
    // Unread bytes would turn the orderly end into a reset that eats the last answers.
    this.#socket.resume();
  }

  #endWhenDone(): void {
    if (!this.#isEnding || this.#running > 0 || !this.#outbox.isEmpty) return;
    if (this.#hangUpTimer !== undefined) return;
    this.#socket.end();
    this.#hangUpTimer = setTimeout(() => this.#socket.destroy(), this.#limits.hangUpMs);
  }

  #close(): void {
    clearTimeout(this.#hangUpTimer);
    this.#isGone = true;
    this.#gone?.abort();
    this.#outbox.clear();
    this.#events.clear();
    this.subscriptions.clear();
    this.#hooks.closed(this, this.#reason);
  }
}
