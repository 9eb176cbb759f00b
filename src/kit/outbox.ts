import type { Writable } from 'node:stream';
import { Fifo } from './fifo.ts';

/** Where an outbox writes to: a socket, a pipe or a WebSocket. */
export interface Sink {
  /** Bytes that it was given and has not passed on: `writableLength` or `bufferedAmount`. */
  readonly bufferedBytes: number;
  readonly isClosed: boolean;
  /** Calls `written` once the data has been passed on. */
  write(data: string | Buffer, written: () => void): void;
}

export interface OutboxOptions {
  /** Messages may be joined into one write, and long ones cut. False where each write is a message. */
  readonly isStream: boolean;
  /** Messages wait here while more than this waits in the sink. */
  readonly bufferedBytesMax?: number;
  /** Beyond this the peer is given up. */
  readonly unsentBytesMax?: number;
  /** How long a peer may take nothing before it counts as slow, or is given up. */
  readonly slowAfterMs?: number;
  readonly stalledAfterMs?: number;
  /** Runs after each write that left nothing behind. */
  onEmpty?(): void;
  onSlow?(): void;
  /** The peer takes too little, so the connection has to end. */
  onGiveUp?(reason: string): void;
}

/** A message, or a part of one. Large parts are made when they leave. */
export type Outgoing = string | (() => string | Buffer);

/** A message that was added. It can be withdrawn as long as it is waiting. */
export interface QueuedMessage {
  data: Outgoing;
  readonly bytes: number;
  isWaiting: boolean;
}

/** Messages are joined up to about this size, so that a busy tick costs one write. */
const joinedCharsMax = 64 * 1024;
/** A longer message of a stream leaves in pieces, so that a slow reader of it is seen to read. */
const pieceBytesMax = 1024 * 1024;
/** How many bytes are written in one go before other connections are served. */
const flushBytesMax = 1024 * 1024;
/** How many withdrawn messages may stay in the queue, whatever its length. */
const queueSlack = 1024;

/**
 * What waits for one peer. Adding never blocks: messages leave in order as fast as the peer reads,
 * and a peer that does not read holds up no other.
 */
export class Outbox {
  readonly #sink: Sink;
  readonly #options: OutboxOptions;
  readonly #queue = new Fifo<QueuedMessage>();
  /** The rest of a long message that leaves in pieces. */
  #rest: Buffer | undefined;
  #waiting = 0;
  #waitingBytes = 0;
  #isScheduled = false;
  #isBlocked = false;
  #isSlow = false;
  /** Counts the times that the peer kept us waiting. */
  #blocks = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(sink: Sink, options: OutboxOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** What the peer has not taken yet, here and in the sink. */
  get unsentBytes(): number {
    return this.#waitingBytes + (this.#rest?.length ?? 0) + this.#sink.bufferedBytes;
  }

  /** True when a message would leave at once. */
  get isEmpty(): boolean {
    return this.#waiting === 0 && this.#rest === undefined && !this.#isBlocked;
  }

  /** True while the peer has taken nothing for `slowAfterMs`. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Adds a message at the end. The size of one that is made later has to be given. */
  add(data: Outgoing, bytes = sizeOf(data)): QueuedMessage {
    const message = { data, bytes, isWaiting: true };
    this.#queue.push(message);
    this.#entered(message);
    return message;
  }

  /** Adds a message that leaves before all others. */
  addFirst(data: Outgoing, bytes = sizeOf(data)): void {
    const message = { data, bytes, isWaiting: true };
    this.#queue.unshift(message);
    this.#entered(message);
  }

  /** Takes a message back, unless it has left already. */
  withdraw(message: QueuedMessage): void {
    if (!message.isWaiting) return;
    this.#left(message);
    message.data = '';
    // It leaves the queue when it reaches the front, or when there are many like it.
    if (this.#queue.size > 2 * this.#waiting + queueSlack) {
      this.#queue.retain(({ isWaiting }) => isWaiting);
    }
  }

  /** Writes what was added without waiting for the end of the tick. */
  flush(): void {
    if (this.#isScheduled && !this.#isBlocked) this.#flush();
  }

  /** Forgets everything. Called when the connection has ended. */
  clear(): void {
    this.#unblock();
    this.#queue.clear();
    this.#rest = undefined;
    this.#waiting = 0;
    this.#waitingBytes = 0;
  }

  #entered({ bytes }: QueuedMessage): void {
    this.#waiting++;
    this.#waitingBytes += bytes;
    const { unsentBytesMax = Number.POSITIVE_INFINITY } = this.#options;
    if (this.unsentBytes > unsentBytesMax) this.#giveUp('too much waits for the client');
    else this.#schedule(process.nextTick);
  }

  #left(message: QueuedMessage): void {
    message.isWaiting = false;
    this.#waiting--;
    this.#waitingBytes -= message.bytes;
  }

  #schedule(later: (run: () => void) => void): void {
    if (this.#isScheduled || this.#isBlocked) return;
    this.#isScheduled = true;
    later(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    let written = 0;
    while (!this.#isBlocked && !this.#sink.isClosed) {
      if (written > flushBytesMax) {
        this.#schedule(setImmediate);
        return;
      }
      const data = this.#next();
      if (data === undefined) break;
      written += data.length;
      this.#sink.write(data, this.#written);
      if (this.#isSinkFull()) this.#block();
    }
    if (this.isEmpty && !this.#sink.isClosed) this.#options.onEmpty?.();
  };

  readonly #written = (): void => {
    if (!this.#isBlocked || this.#isSinkFull()) return;
    this.#unblock();
    this.#flush();
  };

  #isSinkFull(): boolean {
    return this.#sink.bufferedBytes > (this.#options.bufferedBytesMax ?? 0);
  }

  #block(): void {
    this.#isBlocked = true;
    this.#blocks++;
    const { slowAfterMs, stalledAfterMs } = this.#options;
    this.#whenBlockedFor(slowAfterMs, () => {
      this.#isSlow = true;
      this.#options.onSlow?.();
    });
    this.#whenBlockedFor(stalledAfterMs, () =>
      this.#giveUp('the client took nothing for too long'),
    );
  }

  #giveUp(reason: string): void {
    this.#options.onGiveUp?.(reason);
  }

  #unblock(): void {
    this.#isBlocked = false;
    this.#isSlow = false;
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /** After a long tick timers run before sockets are polled, so those get another chance first. */
  #whenBlockedFor(ms: number | undefined, run: () => void): void {
    if (ms === undefined) return;
    const block = this.#blocks;
    const check = () => {
      if (this.#isBlocked && this.#blocks === block) run();
    };
    this.#timers.push(setTimeout(() => setImmediate(check), ms));
  }

  #next(): string | Buffer | undefined {
    if (this.#rest !== undefined) return this.#cut(this.#rest);
    let text = '';
    for (let first = this.#queue.peek(); first !== undefined; first = this.#queue.peek()) {
      const { data, bytes, isWaiting } = first;
      const isJoined = typeof data === 'string' && bytes <= pieceBytesMax;
      if (isWaiting && !isJoined && text !== '') break;
      this.#queue.shift();
      if (!isWaiting) continue;
      this.#left(first);
      if (typeof data === 'function') return data();
      if (!this.#options.isStream) return data;
      if (!isJoined) return this.#cut(Buffer.from(data));
      text += data;
      if (text.length >= joinedCharsMax) break;
    }
    return text === '' ? undefined : text;
  }

  #cut(message: Buffer): Buffer {
    this.#rest = message.length > pieceBytesMax ? message.subarray(pieceBytesMax) : undefined;
    return message.subarray(0, pieceBytesMax);
  }
}

/** A socket, or another stream of Node, to write to. */
export function streamSink(stream: Writable): Sink {
  return {
    get bufferedBytes() {
      return stream.writableLength;
    },
    get isClosed() {
      return stream.destroyed;
    },
    write: (data, written) => stream.write(data, written),
  };
}

function sizeOf(data: Outgoing): number {
  return typeof data === 'string' ? Buffer.byteLength(data) : 0;
}
