import type { Socket } from 'node:net';
import type { WireLimits } from '../../../contract/limits.ts';
import { Fifo } from '../../../kit/fifo.ts';
import type { Published } from './event-log.ts';

/** One line that waits. Events can be given up, answers cannot. */
interface Item {
  readonly line: string;
  readonly bytes: number;
  readonly event: Published | undefined;
  state: 'waiting' | 'gone';
}

/** Events that a client will never get. */
export interface Dropped {
  readonly count: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly types: readonly string[];
}

interface Hooks {
  /** The line that tells a client what it missed. */
  encodeDropped(dropped: Dropped): string;
  /** Everything has left. */
  drained(): void;
  /** The client takes too little; the connection must end. */
  broken(reason: string): void;
}

/** Lines are joined up to about this size, so that a busy tick costs one write. */
const joinedBytesMax = 64 * 1024;
/** How often the sockets are looked at before a client is taken for slow. */
const turnsBeforeSlow = 5;
/** A longer line leaves in pieces, so that a slow reader of it is seen to read. */
const pieceBytesMax = 1024 * 1024;

/**
 * What waits for one client. Whoever adds a line never waits; a client that does not read loses
 * its oldest events and is told so; nobody else notices.
 */
export class Outbox {
  readonly #socket: Socket;
  readonly #limits: WireLimits;
  readonly #hooks: Hooks;
  readonly #items = new Fifo<Item>();
  readonly #events = new Fifo<Item>();
  readonly #superseded = new Fifo<Item>();
  readonly #latest = new Map<string, Item>();
  /** The rest of a long line that is leaving in pieces. */
  #rest: Buffer | undefined;
  #waitingBytes = 0;
  #eventCount = 0;
  #eventBytes = 0;
  #givenUp = 0;
  #isScheduled = false;
  #isWriting = false;
  /** How many writes had to wait. */
  #writes = 0;
  /** The client took nothing for a moment: its events are bounded tightly until it reads again. */
  #isSlow = false;
  #slowTimer: NodeJS.Timeout | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  #dropped: { count: number; firstSeq: number; lastSeq: number; types: Set<string> } | undefined;
  #droppedTotal = 0;

  constructor(socket: Socket, limits: WireLimits, hooks: Hooks) {
    this.#socket = socket;
    this.#limits = limits;
    this.#hooks = hooks;
  }

  get eventsQueued(): number {
    return this.#eventCount;
  }

  get eventsDropped(): number {
    return this.#droppedTotal;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#rest === undefined && !this.#isWriting;
  }

  addAnswer(line: string): void {
    this.#add({ line, bytes: Buffer.byteLength(line), event: undefined, state: 'waiting' });
  }

  addEvent(event: Published): void {
    const item: Item = { line: event.line, bytes: event.bytes, event, state: 'waiting' };
    this.#events.push(item);
    this.#eventCount++;
    this.#eventBytes += item.bytes;
    if (event.key !== undefined) {
      const older = this.#latest.get(event.key);
      if (older !== undefined) this.#superseded.push(older);
      this.#latest.set(event.key, item);
    }
    this.#add(item);
    this.#trim();
  }

  /** Nothing more leaves, timers end. */
  close(): void {
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#stallTimer);
    for (const list of [this.#items, this.#events, this.#superseded]) list.clear();
    this.#latest.clear();
    this.#rest = undefined;
    this.#waitingBytes = 0;
    this.#eventCount = 0;
    this.#eventBytes = 0;
  }

  #add(item: Item): void {
    this.#items.push(item);
    this.#waitingBytes += item.bytes;
    if (this.#waitingBytes + this.#socket.writableLength > this.#limits.unsentBytesMax) {
      this.#hooks.broken('too much waits for the client');
      return;
    }
    if (this.#isScheduled || this.#isWriting) return;
    this.#isScheduled = true;
    process.nextTick(this.#flush);
  }

  /** Sends what waits without waiting for the end of the tick. */
  flush(): void {
    if (this.#isScheduled && !this.#isWriting) this.#flush();
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    while (!this.#isWriting && !this.#socket.destroyed) {
      const chunk = this.#nextPiece() ?? this.#nextLines();
      if (chunk === undefined) break;
      this.#socket.write(chunk, this.#written);
      if (this.#socket.writableLength > 0) this.#startWaiting();
    }
    if (this.isEmpty) this.#hooks.drained();
  };

  /** The client took something. */
  readonly #written = (error?: Error | null): void => {
    if (error || !this.#isWriting || this.#socket.writableLength > 0) return;
    this.#isWriting = false;
    this.#isSlow = false;
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#stallTimer);
    this.#flush();
  };

  #startWaiting(): void {
    this.#isWriting = true;
    const { slowAfterMs, stalledAfterMs } = this.#limits;
    const write = ++this.#writes;
    this.#slowTimer = setTimeout(() => this.#slowDown(write, turnsBeforeSlow), slowAfterMs);
    this.#stallTimer = setTimeout(
      () => this.#hooks.broken('the client took nothing for too long'),
      stalledAfterMs,
    );
  }

  /** After a long tick the timer comes before the sockets had their turns, so they go first. */
  #slowDown(write: number, turns: number): void {
    if (!this.#isWriting || write !== this.#writes) return;
    if (turns > 0) {
      setImmediate(() => this.#slowDown(write, turns - 1));
      return;
    }
    this.#isSlow = true;
    this.#trim();
  }

  #nextPiece(): Buffer | undefined {
    const rest = this.#rest;
    if (rest === undefined) return undefined;
    this.#rest = rest.length > pieceBytesMax ? rest.subarray(pieceBytesMax) : undefined;
    const piece = rest.subarray(0, pieceBytesMax);
    this.#waitingBytes -= piece.length;
    return piece;
  }

  #nextLines(): string | Buffer | undefined {
    let text = this.#takeDropped();
    while (text.length < joinedBytesMax) {
      const item = this.#items.peek();
      if (item === undefined) break;
      if (item.bytes > pieceBytesMax && item.state === 'waiting') {
        if (text !== '') break;
        this.#items.shift();
        this.#forget(item);
        this.#rest = Buffer.from(item.line);
        return this.#nextPiece();
      }
      this.#items.shift();
      if (item.state === 'gone') continue;
      this.#forget(item);
      this.#waitingBytes -= item.bytes;
      text += item.line;
    }
    return text === '' ? undefined : text;
  }

  /** An event that leaves, or is given up, no longer counts. */
  #forget(item: Item): void {
    item.state = 'gone';
    if (item.event === undefined) return;
    this.#eventCount--;
    this.#eventBytes -= item.bytes;
    const { key } = item.event;
    if (key !== undefined && this.#latest.get(key) === item) this.#latest.delete(key);
    while (this.#events.peek()?.state === 'gone') this.#events.shift();
    while (this.#superseded.peek()?.state === 'gone') this.#superseded.shift();
  }

  #trim(): void {
    while (this.#isCrowded()) {
      const older = this.#superseded.shift();
      if (older?.state === 'waiting') {
        this.#giveUp(older);
        continue;
      }
      const oldest = this.#events.peek();
      if (oldest?.event === undefined) return;
      this.#countDropped(oldest.event);
      this.#giveUp(oldest);
    }
  }

  #isCrowded(): boolean {
    const { eventsQueuedMax, eventBytesQueuedMax, burstEventsMax, burstBytesMax } = this.#limits;
    const [count, bytes] = this.#isSlow
      ? [eventsQueuedMax, eventBytesQueuedMax]
      : [burstEventsMax, burstBytesMax];
    return this.#eventCount > count || this.#eventBytes > bytes;
  }

  #giveUp(item: Item): void {
    this.#forget(item);
    this.#waitingBytes -= item.bytes;
    // Given-up items hide behind those that still wait; now and then the lists are cleared of them.
    if (++this.#givenUp < Math.max(1024, this.#eventCount)) return;
    this.#givenUp = 0;
    for (const list of [this.#items, this.#events]) list.retain(isWaiting);
  }

  #countDropped({ seq, type }: Published): void {
    this.#dropped ??= { count: 0, firstSeq: seq, lastSeq: seq, types: new Set() };
    this.#dropped.count++;
    this.#dropped.lastSeq = seq;
    this.#dropped.types.add(type);
    this.#droppedTotal++;
  }

  #takeDropped(): string {
    const dropped = this.#dropped;
    if (dropped === undefined) return '';
    this.#dropped = undefined;
    return this.#hooks.encodeDropped({ ...dropped, types: [...dropped.types] });
  }
}

function isWaiting({ state }: Item): boolean {
  return state === 'waiting';
}
