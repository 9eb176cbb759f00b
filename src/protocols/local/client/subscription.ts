import { AsyncQueue, type AsyncQueueOptions } from '../../../kit/async-queue.ts';
import { toRecord } from '../../../kit/records.ts';
import { defaultQuietTopics, type Filter, matches, toEventSubject } from '../event-filter.ts';
import type { Event } from '../frame.ts';

/** Events that every subscription gets, whatever it asked for. */
const forAll: ReadonlySet<string> = new Set(['EventsDropped', 'ShuttingDown']);

/** The events that match one filter, to be read with `for await`. */
export class Subscription extends AsyncQueue<Event> {
  readonly filter: Filter;
  /** What the daemon calls it on the present connection. */
  name: string | undefined;

  constructor(filter: Filter, options: AsyncQueueOptions) {
    super(options);
    this.filter = filter;
  }

  /** The daemon sends an event once however many filters match, so it is filtered again here. */
  offer(event: Event): void {
    if (this.#matches(event)) this.push(event);
  }

  #matches({ type, data }: Event): boolean {
    if (forAll.has(type)) return true;
    const fields = toRecord(data);
    const topic = typeof fields.topic === 'string' ? fields.topic : '*';
    const subject = toEventSubject(type, topic, fields);
    return matches(this.filter, subject, (name) => defaultQuietTopics.includes(name));
  }
}
