import type { Clock } from '../../kit/clock.ts';
import { Fifo } from '../../kit/fifo.ts';
import { type EventSubject, toEventSubject } from './event-filter.ts';
import { encodeEvent } from './frame.ts';

/** An event before it is published. */
export interface NewEvent {
  readonly type: string;
  /** Groups types for subscribers. */
  readonly topic: string;
  /** Filters compare `vault`, `path`, `from` and `to`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of queued events with the same key only the latest matters to a slow reader. */
  readonly key?: string;
  /** Where not every client sees the same: what the client of this id sees instead, if anything. */
  readonly seenBy?: (client: string) => NewEvent | undefined;
}

/** An event with its place in the stream, encoded once for all who get it. */
export interface PublishedEvent extends EventSubject {
  readonly seq: number;
  readonly key: string | undefined;
  readonly line: string;
  readonly bytes: number;
  /** What the client of this id sees instead, under the same number. */
  readonly seenBy?: (client: string) => PublishedEvent | undefined;
}

interface LogLimits {
  readonly replayEventsMax: number;
  readonly replayBytesMax: number;
}

/** Numbers events and keeps the latest, so that a client notices when it has missed one. */
export class EventLog {
  readonly epoch: string;
  readonly #clock: Clock;
  readonly #limits: LogLimits;
  readonly #kept = new Fifo<PublishedEvent>();
  #keptBytes = 0;
  #seq = 0;

  constructor(epoch: string, clock: Clock, limits: LogLimits) {
    this.epoch = epoch;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** The number of the latest event. */
  get seq(): number {
    return this.#seq;
  }

  publish(event: NewEvent): PublishedEvent {
    const published = this.#encode(event, this.#seq + 1);
    this.#seq = published.seq;
    this.#kept.push(published);
    this.#keptBytes += published.bytes;
    const { replayEventsMax, replayBytesMax } = this.#limits;
    while (this.#kept.size > replayEventsMax || this.#keptBytes > replayBytesMax) {
      this.#keptBytes -= this.#kept.shift()?.bytes ?? 0;
    }
    return published;
  }

  /** A line for one client only. It takes no number of its own, so that no other client sees a gap. */
  encodeFor(type: string, seq: number, data: Readonly<Record<string, unknown>>): string {
    return encodeEvent(type, this.#stamp(seq, 'lifecycle', data));
  }

  /** All events from number `from` on, or `undefined` when some of them are not kept or still to come. */
  since(from: number): readonly PublishedEvent[] | undefined {
    const oldest = this.#kept.peek()?.seq ?? this.#seq + 1;
    if (from < oldest || from > this.#seq + 1) return undefined;
    return this.#kept.toArray().slice(from - oldest);
  }

  #encode(event: NewEvent, seq: number, atMs = this.#clock.now()): PublishedEvent {
    const { type, topic, data = {}, key, seenBy } = event;
    const line = encodeEvent(type, this.#stamp(seq, topic, data, atMs));
    const bytes = Buffer.byteLength(line);
    const published = { ...toEventSubject(type, topic, data), seq, key, line, bytes };
    if (seenBy === undefined) return published;
    return {
      ...published,
      seenBy: (client) => {
        const seen = seenBy(client);
        return seen && this.#encode(seen, seq, atMs);
      },
    };
  }

  #stamp(
    seq: number,
    topic: string,
    data: Readonly<Record<string, unknown>>,
    atMs = this.#clock.now(),
  ): Record<string, unknown> {
    const at = new Date(atMs).toISOString();
    return { seq: String(seq), epoch: this.epoch, at, topic, ...data };
  }
}
