import { randomBytes } from 'node:crypto';
import { webLimits } from '../../contract/limits.ts';
import { createEmitter } from '../../kit/emitter.ts';
import { Fifo } from '../../kit/fifo.ts';
import type { BrowserPage } from './connection.ts';

export type EventName =
  | 'change'
  | 'client'
  | 'denied'
  | 'diff'
  | 'health'
  | 'progress'
  | 'step'
  | 'workspace';

/** Something that happened. Who may not know it gets nothing. */
export interface WebEvent {
  readonly seq: number;
  readonly name: EventName;
  /** Undefined when the page may not hear of it. */
  tell(page: BrowserPage): unknown;
}

/** What happened lately, numbered, so that a page that comes back can be told what it has missed. */
export class EventHub {
  /** Numbers of another start mean nothing. */
  readonly epoch = randomBytes(4).toString('hex');
  readonly #kept = new Fifo<WebEvent>();
  readonly #events;
  #seq = 0;

  constructor(onError: (thrown: unknown) => void) {
    this.#events = createEmitter<WebEvent>(onError);
  }

  get seq(): number {
    return this.#seq;
  }

  publish(name: EventName, tell: WebEvent['tell']): void {
    const event = { seq: ++this.#seq, name, tell };
    this.#kept.push(event);
    if (this.#kept.size > webLimits.eventsKeptMax) this.#kept.shift();
    this.#events.emit(event);
  }

  on(listener: (event: WebEvent) => void): () => void {
    return this.#events.on(listener);
  }

  idOf(seq: number): string {
    return `${this.epoch}-${seq}`;
  }

  /** What came after an id; undefined when that is not known any more. */
  since(id: string | undefined): readonly WebEvent[] | undefined {
    const [, epoch, digits] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(id ?? '') ?? [];
    if (epoch !== this.epoch) return undefined;
    const seen = Number(digits);
    const oldest = this.#kept.peek()?.seq ?? this.#seq + 1;
    if (seen > this.#seq || seen + 1 < oldest) return undefined;
    return this.#kept.toArray().filter(({ seq }) => seq > seen);
  }
}
