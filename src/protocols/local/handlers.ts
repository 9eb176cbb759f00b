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

interface Bounds {
  readonly answerBytesMax: number;
  readonly handlerMs: number;
}

/** The methods of a server, and those of their calls that have not ended yet. */
export class Handlers {
  readonly #entries = new Map<string, { handler: Handler; options: HandlerOptions }>();
  readonly #running = new Set<RunningCall>();
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
    this.#entries.set(method, { handler, options });
  }

  /** From now on nothing new is begun. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Ends what is still running. */
  failAll(error: RpcError): void {
    for (const call of [...this.#running]) this.#fail(call, error);
  }

  /** Runs the request and gives the connection its answer, now or later, always exactly once. */
  answer(client: Connection, request: Request): void {
    const entry = this.#entries.get(request.method);
    if (entry === undefined) {
      const message = `method not found: ${request.method}`;
      client.finish(encodeError(request.id, { code: rpcCodes.methodNotFound, message }));
    } else if (this.#isStopping && entry.options.whileStopping !== true) {
      client.finish(encodeError(request.id, stoppingError()));
    } else this.#run(new RunningCall(client, request), entry.handler, entry.options);
  }

  #run(call: RunningCall, handler: Handler, { deadlineMs }: HandlerOptions): void {
    let result: unknown;
    try {
      result = handler(call.request.params, call);
    } catch (thrown) {
      call.finish(this.#encodeThrown(call.request, thrown));
      return;
    }
    if (result instanceof Promise) this.#await(call, result, deadlineMs ?? this.#bounds.handlerMs);
    else call.finish(this.#encodeResult(call.request, result));
  }

  #await(call: RunningCall, result: Promise<unknown>, deadlineMs: number): void {
    const { request, method } = call;
    this.#running.add(call);
    call.deadline = setTimeout(() => {
      this.#fail(call, new RpcError(rpcCodes.timeout, `${method} took too long`));
    }, deadlineMs);
    const end = (line: string) => {
      if (this.#running.delete(call)) call.finish(line);
    };
    result.then(
      (value) => end(this.#encodeResult(request, value)),
      (thrown) => end(this.#encodeThrown(request, thrown)),
    );
  }

  #fail(call: RunningCall, error: RpcError): void {
    if (!this.#running.delete(call)) return;
    call.finish(encodeError(call.request.id, error));
    call.abort(error);
  }

  #encodeResult(request: Request, result: unknown): string {
    try {
      const line = encodeResult(request.id, result);
      const { answerBytesMax } = this.#bounds;
      // A character has at most three bytes, so few lines have to be measured.
      if (line.length * 3 > answerBytesMax && Buffer.byteLength(line) - 1 > answerBytesMax) {
        throw new RpcError(rpcCodes.internal, 'result too large');
      }
      return line;
    } catch (thrown) {
      return this.#encodeThrown(request, thrown);
    }
  }

  /** Only messages that were meant for the client reach it. */
  #encodeThrown({ id, method }: Request, thrown: unknown): string {
    if (isRpcError(thrown)) return encodeRpcError(id, thrown);
    this.#log.error('a handler failed', { method, error: toLogText(thrown) });
    return encodeError(id, { code: rpcCodes.internal, message: 'handler panic' });
  }
}

/** The answer of a daemon that accepts no more work. */
export function stoppingError(): RpcError {
  return new RpcError(rpcCodes.shuttingDown, 'the daemon is shutting down');
}

class RunningCall implements CallContext {
  readonly client: Connection;
  readonly request: Request;
  deadline: NodeJS.Timeout | undefined;
  #abort: AbortController | undefined;
  #signal: AbortSignal | undefined;
  #after: (() => void) | undefined;

  constructor(client: Connection, request: Request) {
    this.client = client;
    this.request = request;
  }

  get method(): string {
    return this.request.method;
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

  finish(line: string): void {
    clearTimeout(this.deadline);
    this.client.finish(line);
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
