import type { WireLimits } from '../../contract/limits.ts';
import { Fifo } from '../../kit/fifo.ts';
import type { Outbox, QueuedMessage } from '../../kit/outbox.ts';
import type { PublishedEvent } from './event-log.ts';

/** Events that a client will never get. */
export interface DroppedEvents {
  readonly count: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly types: readonly string[];
}

interface QueuedEvent {
  readonly event: PublishedEvent;
  readonly message: QueuedMessage;
  /** False once it was sent or dropped. */
  isCounted: boolean;
}

/** How many dropped events may stay in the list, whatever its length. */
const listSlack = 1024;
/** About the size of a notice of dropped events, which is encoded when it leaves. */
const noticeBytes = 256;

/**
 * The events among what waits for one client. Answers are never dropped; events are, once too many
 * wait: first those of which a later one has the same key, then the oldest. The client gets a
 * notice of what it missed.
 */
export class EventQueue {
  readonly #outbox: Outbox;
  readonly #limits: WireLimits;
  readonly #encodeDropped: (dropped: DroppedEvents) => string;
  readonly #events = new Fifo<QueuedEvent>();
  readonly #superseded = new Fifo<QueuedEvent>();
  readonly #latest = new Map<string, QueuedEvent>();
  #count = 0;
  #bytes = 0;
  #dropped: { count: number; firstSeq: number; lastSeq: number; types: Set<string> } | undefined;
  #droppedTotal = 0;

  constructor(
    outbox: Outbox,
    limits: WireLimits,
    encodeDropped: (dropped: DroppedEvents) => string,
  ) {
    this.#outbox = outbox;
    this.#limits = limits;
    this.#encodeDropped = encodeDropped;
  }

  get size(): number {
    this.#forgetSent();
    return this.#count;
  }

  get droppedTotal(): number {
    return this.#droppedTotal;
  }

  add(event: PublishedEvent): void {
    this.#forgetSent();
    const message = this.#outbox.add(event.line, event.bytes);
    const queued = { event, message, isCounted: true };
    this.#events.push(queued);
    this.#count++;
    this.#bytes += event.bytes;
    if (event.key !== undefined) {
      const older = this.#latest.get(event.key);
      if (older !== undefined) this.#superseded.push(older);
      this.#latest.set(event.key, queued);
    }
    this.trim();
  }

  /** Drops events until as many are left as may wait. */
  trim(): void {
    this.#forgetSent();
    while (this.#isFull()) {
      const older = this.#superseded.shift();
      const queued = older ?? this.#events.shift();
      if (queued === undefined) return;
      if (older === undefined && queued.isCounted) this.#noteDropped(queued.event);
      this.#drop(queued);
    }
  }

  clear(): void {
    this.#events.clear();
    this.#superseded.clear();
    this.#latest.clear();
    this.#count = 0;
    this.#bytes = 0;
  }

  #isFull(): boolean {
    const { eventsQueuedMax, eventBytesQueuedMax, burstEventsMax, burstBytesMax } = this.#limits;
    return this.#outbox.isSlow
      ? this.#count > eventsQueuedMax || this.#bytes > eventBytesQueuedMax
      : this.#count > burstEventsMax || this.#bytes > burstBytesMax;
  }

  #drop(queued: QueuedEvent): void {
    this.#outbox.withdraw(queued.message);
    this.#discount(queued);
    if (this.#events.size > 2 * this.#count + listSlack) {
      this.#events.retain(({ isCounted }) => isCounted);
    }
  }

  /** Messages leave in order, so those that were sent are in front. */
  #forgetSent(): void {
    for (const list of [this.#events, this.#superseded]) {
      for (let first = list.peek(); first?.message.isWaiting === false; first = list.peek()) {
        list.shift();
        this.#discount(first);
      }
    }
  }

  #discount(queued: QueuedEvent): void {
    if (!queued.isCounted) return;
    queued.isCounted = false;
    const { key, bytes } = queued.event;
    this.#count--;
    this.#bytes -= bytes;
    if (key !== undefined && this.#latest.get(key) === queued) this.#latest.delete(key);
  }

  /** One notice covers everything that is dropped before it leaves. */
  #noteDropped({ seq, type }: PublishedEvent): void {
    this.#droppedTotal++;
    if (this.#dropped === undefined) {
      this.#dropped = { count: 0, firstSeq: seq, lastSeq: seq, types: new Set() };
      this.#outbox.addFirst(() => this.#takeNotice(), noticeBytes);
    }
    this.#dropped.count++;
    this.#dropped.lastSeq = seq;
    this.#dropped.types.add(type);
  }

  #takeNotice(): string {
    const dropped = this.#dropped;
    this.#dropped = undefined;
    return dropped === undefined
      ? ''
      : this.#encodeDropped({ ...dropped, types: [...dropped.types] });
  }
}
