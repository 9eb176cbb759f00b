import type { Duplex } from 'node:stream';
import { remoteLimits } from '../../../contract/limits.ts';
import { FrameReader, toFrame } from '../frame.ts';
import { ConnectionLostError, RemoteError, RemoteTimeoutError } from './errors.ts';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout | undefined;
}

export interface RemoteCallOptions {
  /** Give up waiting after this long. The daemon carries the request out all the same. */
  readonly timeoutMs?: number | undefined;
  /** Comes back with the event that the request causes. */
  readonly cid?: string | undefined;
}

interface Incoming {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly method?: unknown;
  readonly params?: unknown;
  readonly meta?: unknown;
}

/** One connection: requests out, answers and pushes in. */
export class RemoteLink {
  readonly #stream: Duplex;
  readonly #onPush: (method: string, params: unknown, meta: unknown) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #reader = new FrameReader({
    bodyBytesMax: remoteLimits.frameBytesMax,
    headerBytesMax: remoteLimits.headerBytesMax,
  });
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  #lastId = 0;
  #isClosed = false;
  #unsent = '';

  constructor(stream: Duplex, onPush: (method: string, params: unknown, meta: unknown) => void) {
    this.#stream = stream;
    this.#onPush = onPush;
    this.closed = new Promise((resolve) => {
      const close = () => {
        this.#close();
        resolve();
      };
      stream.on('error', () => stream.destroy());
      stream.once('end', close);
      stream.once('close', close);
    });
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  call(
    method: string,
    params: unknown,
    { timeoutMs, cid }: RemoteCallOptions = {},
  ): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(lost());
    const id = ++this.#lastId;
    const meta = cid === undefined ? {} : { meta: { cid } };
    this.#send(toFrame(JSON.stringify({ jsonrpc: '2.0', id, method, params, ...meta })));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#pending.delete(id);
        reject(new RemoteTimeoutError(`${method} was not answered within ${timeoutMs} ms.`));
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
    });
  }

  close(): void {
    this.#stream.destroy();
    this.#close();
  }

  /** Requests of one tick leave in one write. */
  #send(frame: string): void {
    if (this.#unsent === '') {
      process.nextTick(() => {
        if (!this.#isClosed) this.#stream.write(this.#unsent);
        this.#unsent = '';
      });
    }
    this.#unsent += frame;
  }

  #take(chunk: Buffer): void {
    this.#reader.push(chunk);
    for (let body = this.#reader.next(); body !== undefined; body = this.#reader.next()) {
      this.#receive(JSON.parse(body.toString()));
    }
    if (this.#reader.violation !== undefined) this.close();
  }

  #receive({ id, result, error, method, params, meta }: Incoming): void {
    if (typeof method === 'string') {
      this.#onPush(method, params, meta);
      return;
    }
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined;
    if (typeof id !== 'number' || pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (error === undefined) pending.resolve(result);
    else pending.reject(new RemoteError(error.code, error.message, error.data));
  }

  #close(): void {
    this.#isClosed = true;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(lost());
    }
    this.#pending.clear();
  }
}

function lost(): ConnectionLostError {
  return new ConnectionLostError('The connection to the daemon is gone.');
}
