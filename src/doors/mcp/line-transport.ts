import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { mcpLimits } from '../../contract/limits.ts';
import { isLasting } from '../../operations/lasting.ts';
import type { Backend } from './front.ts';

/** Requests that need nothing of the library. */
export interface DirectRequests {
  /** The result of a request, or undefined when the library shall have it. */
  begin(
    message: unknown,
  ): { readonly id: string | number; readonly result: Promise<unknown> } | undefined;
  cancel(id: unknown): void;
}

/** The library's transport over lines that somebody else reads and writes. */
export class LineTransport implements Transport, Backend {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #waiting: JSONRPCMessage[] | undefined = [];
  #open = new Set<unknown>();
  #idle: (() => void) | undefined;

  constructor(
    private readonly write: (line: string) => void,
    private readonly direct?: DirectRequests,
  ) {}

  async start(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.onmessage?.(message);
  }

  push(line: string): void {
    const parsed = this.#parse(line);
    const begun = parsed === undefined ? undefined : this.direct?.begin(parsed);
    if (begun !== undefined) void this.#answer(begun.id, begun.result);
    else if (parsed !== undefined) this.#handOver(parsed);
  }

  async #answer(id: string | number, coming: Promise<unknown>): Promise<void> {
    this.#open.add(id);
    const result = await coming;
    if (this.#open.has(id)) {
      this.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toJson(result)}}`);
    }
    this.#settle(id);
  }

  #handOver(parsed: unknown): void {
    const message = this.#check(parsed);
    if (message === undefined) return;
    if (isJSONRPCRequest(message)) this.#open.add(message.id);
    if (this.#waiting === undefined) this.onmessage?.(message);
    else this.#waiting.push(message);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      // A cancelled request stays without an answer.
      this.direct?.cancel(message.params?.requestId);
      this.#settle(message.params?.requestId);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.write(JSON.stringify(message));
    if (!('method' in message) && 'id' in message) this.#settle(message.id);
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
      return parseJSONRPCMessage(parsed);
    } catch (thrown) {
      return this.#refuse({ code: -32600, message: 'Invalid Request' }, thrown);
    }
  }

  #refuse(error: { code: number; message: string }, thrown: unknown): undefined {
    this.write(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  #settle(id: unknown): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#idle?.();
  }
}

const texts = new WeakMap<object, string>();

/** Results that come again are written down once. */
function toJson(result: unknown): string {
  if (!isLasting(result)) return JSON.stringify(result);
  const text = texts.get(result) ?? JSON.stringify(result);
  texts.set(result, text);
  return text;
}
