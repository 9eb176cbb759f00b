import type { Clock } from '../../kit/clock.ts';
import { Fifo } from '../../kit/fifo.ts';
import type { Connection } from './connection.ts';
import { type Subject, toSubject } from './event-filter.ts';
import { encodeEvent } from './frame.ts';

/** Something that happened, as a daemon's author says it. */
export interface Happening {
  readonly type: string;
  /** Groups types for subscribers. */
  readonly topic: string;
  /** `vault`, `path`, `from` and `to` are what filters look at. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of waiting events with the same key only the latest matters to a slow reader. */
  readonly key?: string;
  /** Where not everybody hears the same: what this client hears in its place, if anything. */
  readonly heardAs?: (client: Connection) => Happening | undefined;
}

/** An event with its place in the stream, encoded once for all who get it. */
export interface Published extends Subject {
  readonly seq: number;
  readonly key: string | undefined;
  readonly line: string;
  readonly bytes: number;
  /** What this client hears in its place, under the same number. */
  readonly heardAs?: (client: Connection) => Published | undefined;
}

interface Room {
  readonly replayEventsMax: number;
  readonly replayBytesMax: number;
}

/** Numbers events and remembers the latest, so that nobody misses one without knowing. */
export class EventLog {
  readonly epoch: string;
  readonly #clock: Clock;
  readonly #room: Room;
  readonly #kept = new Fifo<Published>();
  #keptBytes = 0;
  #seq = 0;

  constructor(epoch: string, clock: Clock, room: Room) {
    this.epoch = epoch;
    this.#clock = clock;
    this.#room = room;
  }

  /** The number of the latest event. */
  get seq(): number {
    return this.#seq;
  }

  publish(happening: Happening): Published {
    const published = this.#encode(happening, this.#seq + 1);
    this.#seq = published.seq;
    this.#kept.push(published);
    this.#keptBytes += published.bytes;
    while (
      this.#kept.size > this.#room.replayEventsMax ||
      this.#keptBytes > this.#room.replayBytesMax
    ) {
      this.#keptBytes -= this.#kept.shift()?.bytes ?? 0;
    }
    return published;
  }

  /** A line for one client only. It takes no number of its own, so that nobody else sees a gap. */
  encodeFor(type: string, seq: number, data: Readonly<Record<string, unknown>>): string {
    return encodeEvent(type, this.#stamp(seq, 'lifecycle', data));
  }

  /** All events from number `from` on, or `undefined` when some of them are forgotten or to come. */
  since(from: number): readonly Published[] | undefined {
    const oldest = this.#kept.peek()?.seq ?? this.#seq + 1;
    if (from < oldest || from > this.#seq + 1) return undefined;
    return this.#kept.toArray().slice(from - oldest);
  }

  #encode(happening: Happening, seq: number, atMs = this.#clock.now()): Published {
    const { type, topic, data = {}, key, heardAs } = happening;
    const line = encodeEvent(type, this.#stamp(seq, topic, data, atMs));
    const bytes = Buffer.byteLength(line);
    const published = { ...toSubject(type, topic, data), seq, key, line, bytes };
    if (heardAs === undefined) return published;
    return {
      ...published,
      heardAs: (client) => {
        const heard = heardAs(client);
        return heard && this.#encode(heard, seq, atMs);
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
