import { randomBytes } from 'node:crypto';
import { webLimits } from '../../contract/limits.ts';
import { createEmitter } from '../../kit/emitter.ts';
import { Fifo } from '../../kit/fifo.ts';
import type { WebEventName, WebEvents } from '../../operations/web-events.ts';
import type { BrowserPage } from './connection.ts';

/** Something that happened, as each page may see it. */
export interface WebEvent {
  readonly seq: number;
  readonly name: WebEventName;
  /** Undefined when the page may not see it. */
  dataFor(page: BrowserPage): unknown;
}

/** The newest events, numbered, so that a page that comes back gets those that it has missed. */
export class EventHub {
  /** Numbers of another start mean nothing. */
  readonly #epoch = randomBytes(4).toString('hex');
  readonly #kept = new Fifo<WebEvent>();
  readonly #events;
  #seq = 0;

  constructor(onError: (thrown: unknown) => void) {
    this.#events = createEmitter<WebEvent>(onError);
  }

  get seq(): number {
    return this.#seq;
  }

  publish<Name extends WebEventName>(
    name: Name,
    dataFor: (page: BrowserPage) => WebEvents[Name] | undefined,
  ): void {
    const event = { seq: ++this.#seq, name, dataFor };
    this.#kept.push(event);
    if (this.#kept.size > webLimits.eventsKeptMax) this.#kept.shift();
    this.#events.emit(event);
  }

  on(listener: (event: WebEvent) => void): () => void {
    return this.#events.on(listener);
  }

  idOf(seq: number): string {
    return `${this.#epoch}-${seq}`;
  }

  /** What came after an id; undefined when that is not known any more. */
  since(id: string | undefined): readonly WebEvent[] | undefined {
    const [, epoch, digits] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id ?? '') ?? [];
    if (epoch !== this.#epoch) return undefined;
    const seen = Number(digits);
    const oldest = this.#kept.peek()?.seq ?? this.#seq + 1;
    if (seen > this.#seq || seen + 1 < oldest) return undefined;
    return this.#kept.toArray().filter(({ seq }) => seq > seen);
  }
}
