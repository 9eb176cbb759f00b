import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { mcpLimits } from '../../contract/limits.ts';
import type { Backend } from './front.ts';

/** The library's transport over lines that somebody else reads and writes. */
export class LineTransport implements Transport, Backend {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #waiting: JSONRPCMessage[] | undefined = [];
  #open = new Set<unknown>();
  #idle: (() => void) | undefined;

  constructor(private readonly write: (line: string) => void) {}

  async start(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.onmessage?.(message);
  }

  push(line: string): void {
    const message = this.#parse(line);
    if (message === undefined) return;
    if (isJSONRPCRequest(message)) this.#open.add(message.id);
    if (this.#waiting === undefined) this.onmessage?.(message);
    else this.#waiting.push(message);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      // A cancelled request may stay without an answer.
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

  #parse(line: string): JSONRPCMessage | undefined {
    try {
      return parseJSONRPCMessage(JSON.parse(line));
    } catch (thrown) {
      const isText = thrown instanceof SyntaxError;
      const error = isText
        ? { code: -32700, message: 'Parse error' }
        : { code: -32600, message: 'Invalid Request' };
      this.write(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return undefined;
    }
  }

  #settle(id: unknown): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#idle?.();
  }
}
