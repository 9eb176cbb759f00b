import { type Log, toLogText } from '../../kit/log.ts';
import { isRpcError, RpcError, rpcCodes } from './client/errors.ts';
import type { Connection } from './connection.ts';
import { encodeError, encodeResult, type Request } from './frame.ts';

/** What a handler may know about the request besides its parameters. */
export interface CallContext {
  readonly method: string;
  readonly client: Connection;
  /** Aborted when the client is gone, the deadline has passed or the daemon must end. */
  readonly signal: AbortSignal;
  /** Runs `after` as soon as the answer is on its way, before anything else can follow it. */
  afterAnswer(after: () => void): void;
}

/** Answers one method. What it returns is the result; it may throw `RpcError`. */
export type Handler = (params: unknown, context: CallContext) => unknown;

export interface HandlerOptions {
  /** How long it may take. */
  readonly deadlineMs?: number;
  /** Still answered while the daemon is stopping. */
  readonly whileStopping?: boolean;
}

interface Entry {
  readonly handler: Handler;
  readonly deadlineMs: number;
  readonly whileStopping: boolean;
}

interface Running {
  /** Ends it from outside: its caller gets this error. */
  fail(error: RpcError): void;
}

interface Bounds {
  readonly answerBytesMax: number;
  readonly handlerMs: number;
}

/** The methods of a server, and those of their calls that have not ended yet. */
export class Handlers {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<Running>();
  readonly #bounds: Bounds;
  readonly #log: Log;
  #isStopping = false;

  constructor(bounds: Bounds, log: Log) {
    this.#bounds = bounds;
    this.#log = log;
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()].sort();
  }

  get running(): number {
    return this.#running.size;
  }

  add(method: string, handler: Handler, options: HandlerOptions): void {
    if (method === '') throw new RangeError('a method has a name');
    const { deadlineMs = this.#bounds.handlerMs, whileStopping = false } = options;
    this.#entries.set(method, { handler, deadlineMs, whileStopping });
  }

  remove(method: string): void {
    this.#entries.delete(method);
  }

  /** From now on nothing new is begun. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Ends what is still running. */
  failAll(error: RpcError): void {
    for (const running of [...this.#running]) running.fail(error);
  }

  /** Runs the request and gives the connection its answer, now or later, always exactly once. */
  answer(client: Connection, request: Request): void {
    const entry = this.#entries.get(request.method);
    if (entry === undefined) {
      const message = `method not found: ${request.method}`;
      client.finish(encodeError(request.id, { code: rpcCodes.methodNotFound, message }));
      return;
    }
    if (this.#isStopping && !entry.whileStopping) {
      client.finish(encodeError(request.id, stoppingError()));
      return;
    }
    this.#run(client, request, entry);
  }

  #run(client: Connection, request: Request, entry: Entry): void {
    const call = new RunningCall(client, request);
    let result: unknown;
    try {
      result = entry.handler(request.params, call);
    } catch (thrown) {
      this.#finish(call, this.#encodeThrown(request, thrown));
      return;
    }
    if (!isPromiseLike(result)) {
      this.#finish(call, this.#encodeResult(request, result));
      return;
    }
    this.#await(call, request, entry, result);
  }

  #await(call: RunningCall, request: Request, entry: Entry, result: PromiseLike<unknown>): void {
    const end = (line: string) => {
      if (!this.#running.delete(running)) return;
      clearTimeout(timer);
      this.#finish(call, line);
    };
    const running: Running = {
      fail: (error) => {
        end(encodeError(request.id, error));
        call.abort(error);
      },
    };
    const timer = setTimeout(() => {
      running.fail(new RpcError(rpcCodes.timeout, `${request.method} took too long`));
    }, entry.deadlineMs);
    this.#running.add(running);
    result.then(
      (value) => end(this.#encodeResult(request, value)),
      (thrown) => end(this.#encodeThrown(request, thrown)),
    );
  }

  #finish(call: RunningCall, line: string): void {
    call.client.finish(line);
    call.answered();
  }

  #encodeResult(request: Request, result: unknown): string {
    try {
      const line = encodeResult(request.id, result);
      if (line.length * 3 > this.#bounds.answerBytesMax) this.#checkSize(line);
      return line;
    } catch (thrown) {
      return this.#encodeThrown(request, thrown);
    }
  }

  #checkSize(line: string): void {
    if (Buffer.byteLength(line) - 1 > this.#bounds.answerBytesMax) {
      throw new RpcError(rpcCodes.internal, 'result too large');
    }
  }

  /** Only texts that were meant for the client reach it. */
  #encodeThrown({ id, method }: Request, thrown: unknown): string {
    if (isRpcError(thrown)) return encodeRpcError(id, thrown);
    this.#log.error('a handler failed', { method, error: toLogText(thrown) });
    return encodeError(id, { code: rpcCodes.internal, message: 'handler panic' });
  }
}

/** The answer of a daemon that takes no more work. */
export function stoppingError(): RpcError {
  return new RpcError(rpcCodes.shuttingDown, 'the daemon is shutting down');
}

class RunningCall implements CallContext {
  readonly client: Connection;
  readonly method: string;
  #abort: AbortController | undefined;
  #signal: AbortSignal | undefined;
  #after: (() => void) | undefined;

  constructor(client: Connection, { method }: Request) {
    this.client = client;
    this.method = method;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.#abort.signal, this.client.signal]);
    return this.#signal;
  }

  afterAnswer(after: () => void): void {
    this.#after = after;
  }

  abort(reason: Error): void {
    this.#abort ??= new AbortController();
    this.#abort.abort(reason);
  }

  answered(): void {
    this.#after?.();
  }
}

/** Details that JSON cannot hold are left out rather than the answer. */
function encodeRpcError(id: string, error: RpcError): string {
  try {
    return encodeError(id, error);
  } catch {
    return encodeError(id, { code: error.code, message: error.message });
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
