import { findInitialize, isInitialized } from './initialize.ts';
import type { DirectRequests } from './line-transport.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Calls of tools in the older protocol era, past the library: it would check every message twice
 * and make a context that tools do not look at. Calls that report progress or ask the user go the
 * long way, and so does everything before the client is known.
 */
export class DirectCalls implements DirectRequests {
  readonly #toolbox: Toolbox;
  /** How to end what is under way. */
  readonly #running = new Map<unknown, () => void>();
  readonly #onClient: (name: string) => void;
  /** Who has asked to begin. */
  #client: string | undefined;
  /** The client has shaken hands. */
  #isOpen = false;

  /** `onClient` hears the name of a client that has shaken hands. */
  constructor(toolbox: Toolbox, onClient: (name: string) => void) {
    this.#toolbox = toolbox;
    this.#onClient = onClient;
  }

  watch(message: unknown): void {
    if (this.#isOpen) return;
    this.#client = findInitialize(message)?.client ?? this.#client;
    if (this.#client === undefined || !isInitialized(message)) return;
    this.#isOpen = true;
    this.#onClient(this.#client);
  }

  begin(message: unknown) {
    if (!this.#isOpen || !isPlainCall(message)) return undefined;
    const { id, params } = message;
    if (!this.#toolbox.has(params.name) || this.#toolbox.asksFirst(params.name)) return undefined;
    if (this.#running.has(id)) return undefined;
    const began = (end: () => void) => void this.#running.set(id, end);
    const result = this.#toolbox.call(params, { began }).finally(() => this.#running.delete(id));
    return { id, result };
  }

  cancel(id: unknown): void {
    this.#running.get(id)?.();
  }
}

interface PlainCall {
  readonly id: string | number;
  readonly params: { readonly name: string; readonly arguments?: Record<string, unknown> };
}

function isPlainCall(message: unknown): message is PlainCall {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || message.method !== 'tools/call')
    return false;
  const { id, params } = message;
  if (typeof id !== 'string' && !Number.isInteger(id)) return false;
  if (!isRecord(params) || typeof params.name !== 'string' || '_meta' in params) return false;
  return params.arguments === undefined || isRecord(params.arguments);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
