import type { RemoteChange } from './methods.ts';

/**
 * `reset`: what happened at and below the path is not known one by one, because the connection was
 * lost for a while. Walk it again.
 */
export type WatchEvent =
  | Omit<RemoteChange, 'subscriptionId'>
  | { readonly event: 'reset'; readonly path: string };

/** Changes as they come, for `for await`. Ends when it is closed or the client is. */
export class Watch implements AsyncIterable<WatchEvent> {
  readonly path: string;
  readonly recursive: boolean;
  readonly #onClose: (watch: Watch) => Promise<void>;
  readonly #events: WatchEvent[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(path: string, recursive: boolean, onClose: (watch: Watch) => Promise<void>) {
    this.path = path;
    this.recursive = recursive;
    this.#onClose = onClose;
  }

  wants(path: string): boolean {
    if (path === this.path) return true;
    const prefix = this.path === '' ? '' : `${this.path}/`;
    return path.startsWith(prefix) && (this.recursive || !path.slice(prefix.length).includes('/'));
  }

  push(event: WatchEvent): void {
    if (this.#isClosed) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** No further event comes. */
  end(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.end();
    await this.#onClose(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent, void, undefined> {
    try {
      for (;;) {
        yield* this.#events.splice(0);
        if (this.#events.length > 0) continue;
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      await this.close();
    }
  }
}
