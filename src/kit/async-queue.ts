import { Fifo } from './fifo.ts';

export interface AsyncQueueOptions {
  /** How many values may wait. Beyond it the oldest is dropped. */
  readonly sizeMax?: number;
  onDrop?(): void;
  /** Runs once, when the reader closes the queue or stops reading. */
  onClose(): Promise<void>;
}

/** Values for one reader, in order, with `for await`. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #options: AsyncQueueOptions;
  readonly #waiting = new Fifo<T>();
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(options: AsyncQueueOptions) {
    this.#options = options;
  }

  push(value: T): void {
    if (this.#isClosed) return;
    const { sizeMax = Number.POSITIVE_INFINITY } = this.#options;
    this.#waiting.push(value);
    if (this.#waiting.size > sizeMax) {
      this.#waiting.shift();
      this.#options.onDrop?.();
    }
    this.#wake?.();
  }

  /** No further value comes. What waits can still be read. */
  end(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.end();
    await this.#options.onClose();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const value = this.#waiting.shift();
        if (value !== undefined) yield value;
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
}
