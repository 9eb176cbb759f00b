import { Fifo } from '../../../kit/fifo.ts';
import { encodeRequest, type Response } from '../frame.ts';
import { AbortError, ConnectionClosedError, RpcError, TimeoutError } from './errors.ts';
import type { WireLink } from './link.ts';

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Safe to repeat after a lost connection. */
  readonly idempotent?: boolean;
}

interface Waiting {
  readonly id: string;
  readonly line: string;
  readonly isIdempotent: boolean;
  isSent: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const knownIdempotent = /^(Ping|Get.*|List.*|Search|ResolveName|Read.*|Explain.*)$/;

/** Calls that have no answer yet, in the order they were made. */
export class Calls {
  readonly #waiting = new Map<string, Waiting>();
  readonly #unsent = new Fifo<Waiting>();
  readonly #timeoutMs: number;
  #lastId = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  add<R>(method: string, params: unknown, options: CallOptions): Promise<R> {
    const id = String(++this.#lastId);
    const line = encodeRequest(id, method, params);
    const { signal, timeoutMs = this.#timeoutMs } = options;
    return new Promise<R>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      const abort = () => fail(new AbortError(`${method} was aborted.`));
      const timer = setTimeout(
        () => fail(new TimeoutError(`${method} had no answer within ${timeoutMs} ms.`)),
        timeoutMs,
      );
      signal?.addEventListener('abort', abort, { once: true });
      const call: Waiting = {
        id,
        line,
        isIdempotent: options.idempotent ?? knownIdempotent.test(method),
        isSent: false,
        resolve: (result) => {
          end();
          // The caller knows what the method answers.
          resolve(result as R);
        },
        reject: fail,
      };
      this.#waiting.set(id, call);
      this.#unsent.push(call);
    });
  }

  /** Sends what has not been sent, as long as the daemon takes it. */
  send(link: WireLink | undefined): void {
    while (link !== undefined && !link.isFull) {
      const call = this.#unsent.shift();
      if (call === undefined) return;
      if (!this.#waiting.has(call.id)) continue;
      call.isSent = true;
      link.send(call.line);
    }
  }

  /** Answers to calls that have ended are ignored. */
  settle({ id, result, error }: Response): void {
    const call = id === undefined ? undefined : this.#waiting.get(id);
    if (call === undefined) return;
    if (error === undefined) call.resolve(result);
    else call.reject(new RpcError(error.code, error.message, error.data));
  }

  /** The connection is gone. Only calls that were never sent, or are idempotent, wait for another. */
  interrupt(isComingBack: boolean): void {
    this.#unsent.clear();
    for (const call of [...this.#waiting.values()]) {
      if (isComingBack && (!call.isSent || call.isIdempotent)) {
        call.isSent = false;
        this.#unsent.push(call);
      } else call.reject(new ConnectionClosedError('The connection was lost.', call.isSent));
    }
  }
}
