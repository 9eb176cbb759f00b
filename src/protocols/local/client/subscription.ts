import { Fifo } from '../../../kit/fifo.ts';
import { toRecord } from '../../../kit/records.ts';
import { defaultQuietTopics, type Filter, toSubject, wants } from '../event-filter.ts';
import type { Event } from '../frame.ts';

/** Events that everybody gets, whatever they asked for. */
const forAll: ReadonlySet<string> = new Set(['EventsDropped', 'ShuttingDown']);

interface Hooks {
  /** The reader of the iterator was too slow. */
  overflowed(count: number): void;
  closed(subscription: Subscription): Promise<void>;
}

/** The events that one filter lets through, to be read with `for await`. */
export class Subscription implements AsyncIterable<Event> {
  readonly filter: Filter;
  /** What the daemon calls it on the present connection. */
  name: string | undefined;
  readonly #eventsMax: number;
  readonly #hooks: Hooks;
  readonly #waiting = new Fifo<Event>();
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(filter: Filter, eventsMax: number, hooks: Hooks) {
    this.filter = filter;
    this.#eventsMax = eventsMax;
    this.#hooks = hooks;
  }

  /** The daemon sends an event once however many filters match, so it is sorted here. */
  offer(event: Event): void {
    if (!this.#wants(event)) return;
    this.#waiting.push(event);
    if (this.#waiting.size > this.#eventsMax) {
      this.#waiting.shift();
      this.#hooks.overflowed(1);
    }
    this.#wake?.();
  }

  /** Ends the iteration. What has arrived can still be read. */
  end(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.end();
    await this.#hooks.closed(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    try {
      for (;;) {
        const event = this.#waiting.shift();
        if (event !== undefined) yield event;
        else if (this.#isClosed) return;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = undefined;
        }
      }
    } finally {
      await this.close();
    }
  }

  #wants({ type, data }: Event): boolean {
    if (forAll.has(type)) return true;
    const fields = toRecord(data);
    const topic = typeof fields.topic === 'string' ? fields.topic : '*';
    const subject = toSubject(type, topic, fields);
    return wants(this.filter, subject, (name) => defaultQuietTopics.includes(name));
  }
}
