import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { mcpLimits } from '../../contract/limits.ts';
import { toAsciiJson } from '../../kit/ascii-json.ts';
import type { Backend } from './front.ts';
import { findInitialize, isInitialized } from './initialize.ts';

/** Requests that need nothing of the library. */
export interface DirectRequests {
  /** Sees every message that is the library's. */
  watch(message: unknown): void;
  /** The result of a request, or undefined when the library shall have it. */
  begin(
    message: unknown,
  ): { readonly id: string | number; readonly result: Promise<unknown> } | undefined;
  cancel(id: unknown): void;
}

export interface LineTransportOptions {
  write(line: string): void;
  readonly direct: DirectRequests;
  /** The client has its answer to `initialize` from somebody else. */
  readonly isGreeted: boolean;
  /** Something has come that only the library can answer. May be told more than once. */
  needLibrary(): void;
}

/**
 * The library's transport over lines that somebody else reads and writes. The library comes late:
 * what is meant for it waits, and what needs nothing of it is answered meanwhile.
 */
export class LineTransport implements Transport, Backend {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: LineTransportOptions;
  #waiting: unknown[] | undefined = [];
  #parseMessage: ((value: unknown) => JSONRPCMessage) | undefined;
  #open = new Set<unknown>();
  #idle: (() => void) | undefined;
  #tellRoom: (() => void) | undefined;
  /** What the next answer may take, going by those before it. */
  #expectedChars = mcpLimits.answersCharsMax / 16;

  constructor(options: LineTransportOptions) {
    this.#options = options;
  }

  /** How the library checks a message. Needed before it starts this. */
  checkWith(parseMessage: (value: unknown) => JSONRPCMessage): void {
    this.#parseMessage = parseMessage;
  }

  async start(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const parsed of waiting) this.#handOver(parsed);
  }

  /** Who asks for much gets fewer answers at a time: nobody knows whether they will be taken. */
  get isFull(): boolean {
    const { inFlightMin, inFlightMax, answersCharsMax } = mcpLimits;
    const room = Math.min(inFlightMax, answersCharsMax / this.#expectedChars);
    return this.#open.size >= Math.max(inFlightMin, room);
  }

  onRoom(listener: () => void): void {
    this.#tellRoom = listener;
  }

  push(line: string): void {
    const parsed = this.#parse(line);
    if (parsed === undefined) return;
    const id = toRequestId(parsed);
    if (id !== undefined && this.#open.has(id)) {
      this.#refuseInUse();
      return;
    }
    const begun = this.#options.direct.begin(parsed);
    if (begun !== undefined) void this.#answer(begun.id, begun.result);
    else this.#keepOrHandOver(parsed);
  }

  async #answer(id: string | number, coming: Promise<unknown>): Promise<void> {
    this.#open.add(id);
    const result = await coming;
    if (this.#open.has(id)) {
      this.#write(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toAsciiJson(JSON.stringify(result))}}`,
      );
    }
    this.#settle(id);
  }

  #keepOrHandOver(parsed: unknown): void {
    const { direct, isGreeted, needLibrary } = this.#options;
    direct.watch(parsed);
    if (this.#waiting === undefined) {
      this.#handOver(parsed);
      return;
    }
    this.#waiting.push(parsed);
    if (isGreeted && (findInitialize(parsed) !== undefined || isInitialized(parsed))) return;
    const id = toRequestId(parsed);
    if (id !== undefined) this.#open.add(id);
    needLibrary();
  }

  #handOver(parsed: unknown): void {
    const message = this.#check(parsed);
    if (message === undefined) {
      // It has been refused, so nobody waits for an answer to it.
      this.#settle(toRequestId(parsed));
      return;
    }
    if ('method' in message && 'id' in message) this.#open.add(message.id);
    this.onmessage?.(message);
    if ('method' in message && message.method === 'notifications/cancelled') {
      // A cancelled request stays without an answer.
      this.#options.direct.cancel(message.params?.requestId);
      this.#settle(message.params?.requestId);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(JSON.stringify(message));
    if (!('method' in message) && 'id' in message) this.#settle(message.id);
  }

  #write(line: string): void {
    this.#expectedChars = Math.max(line.length, this.#expectedChars / 2);
    this.#options.write(line);
  }

  /** Lets what was asked be answered first, but not for ever. */
  async end(): Promise<void> {
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        setTimeout(resolve, mcpLimits.drainMs).unref();
      });
    }
    await this.close();
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #parse(line: string): unknown {
    try {
      return JSON.parse(line);
    } catch (thrown) {
      return this.#refuse({ code: -32700, message: 'Parse error' }, thrown);
    }
  }

  #check(parsed: unknown): JSONRPCMessage | undefined {
    try {
      return this.#parseMessage?.(parsed);
    } catch (thrown) {
      return this.#refuse({ code: -32600, message: 'Invalid Request' }, thrown);
    }
  }

  /** One id for two requests at a time: nobody could tell their answers apart. */
  #refuseInUse(): void {
    const message = 'Invalid Request: the id is in use';
    this.#refuse({ code: -32600, message }, message);
  }

  #refuse(error: { code: number; message: string }, thrown: unknown): undefined {
    this.#options.write(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  #settle(id: unknown): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#idle?.();
    this.#tellRoom?.();
  }
}

/** What an answer to the message will have, if it asks for one. */
function toRequestId(message: unknown): unknown {
  const isRequest =
    typeof message === 'object' && message !== null && 'method' in message && 'id' in message;
  return isRequest ? message.id : undefined;
}
