import { bundleLimits } from '../../../contract/bundle-limits.ts';
import { isRecord } from '../../../kit/records.ts';
import { type BundleWireError, envelopeErrors, unknownMethod } from './errors.ts';
import { type BundleMessage, parseBundleMessage, toId } from './message.ts';

/** Revisions of the protocol that begin with `initialize`, the newest first. */
export const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type Revision = (typeof revisions)[number];

export type BundleReply = { readonly result: unknown } | { readonly error: BundleWireError };

/** The result of a call in the shape that the protocol has for it. */
export interface BundleToolResult {
  content: (
    | { type: 'text'; text: string }
    | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }
  )[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}
export type ToolReply = { readonly result: BundleToolResult } | { readonly error: BundleWireError };

export interface BundleToolCall {
  /** The id of the request as JSON, for the log. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly revision: Revision;
  /** The name that the client gave itself. */
  readonly client: string;
  readonly signal: AbortSignal;
}

/** What answers calls of tools. It may take a while to be there. */
export interface BundleToolbox {
  list(revision: Revision): unknown;
  call(call: BundleToolCall): Promise<ToolReply>;
}

export interface ConnectionOptions {
  readonly version: string;
  readonly toolbox: Promise<BundleToolbox>;
  write(line: string): void;
  /** The client asked us to go. */
  leave(): void;
  /** More or fewer calls run now. */
  busy(running: number): void;
  /** A bug, for the log. */
  report(thrown: unknown): void;
}

/** An answer that takes a while, or none when nobody wants it any more. */
type Coming = Promise<BundleReply | undefined>;

/** One client. It answers `initialize` and `ping` at once, whatever the tools are waiting for. */
export class BundleConnection {
  readonly #options: ConnectionOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #cancels = new Map<string, () => void>();
  readonly #leaving = new AbortController();
  #revision: Revision | undefined;
  #client = 'mcp';

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  take(line: string): void {
    const message = parseBundleMessage(line);
    if (message.kind === 'refused') this.#answer(message.id, { error: message.error });
    else if (message.kind === 'notification') this.#notice(message, line);
    else {
      const reply = this.#reply(message);
      if (reply instanceof Promise) this.#run(message.id, reply);
      else this.#answer(message.id, reply);
    }
  }

  refuseLongLine(): void {
    this.#answer('null', { error: envelopeErrors.tooLong });
  }

  /** Lets running calls end. False when they take too long: then they are given up. */
  async drain(): Promise<boolean> {
    if (this.#running.size === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), bundleLimits.drainMs);
    });
    const done = await Promise.race([Promise.all(this.#running).then(() => true), late]);
    clearTimeout(timer);
    this.#leaving.abort();
    return done;
  }

  #notice(
    { method, params }: Extract<BundleMessage, { kind: 'notification' }>,
    line: string,
  ): void {
    if (method === 'exit') this.#options.leave();
    if (method !== 'notifications/cancelled' || !isRecord(params)) return;
    const id = toId(params.requestId, line);
    if (id !== undefined) this.#cancels.get(id)?.();
  }

  #reply({
    id,
    method,
    params,
  }: Extract<BundleMessage, { kind: 'request' }>): BundleReply | Coming {
    if (method === 'ping') return { result: {} };
    if (method === 'initialize') return this.#initialize(params);
    if (method !== 'tools/list' && method !== 'tools/call') return { error: unknownMethod(method) };
    if (this.#revision === undefined) return { error: envelopeErrors.notInitialized };
    return method === 'tools/list'
      ? this.#list(this.#revision)
      : this.#call(id, params, this.#revision);
  }

  #initialize(params: unknown): BundleReply {
    if (this.#revision !== undefined) return { error: envelopeErrors.initializedTwice };
    const { protocolVersion, clientInfo } = isRecord(params) ? params : {};
    this.#revision = revisions.find((known) => known === protocolVersion) ?? revisions[0];
    if (isRecord(clientInfo) && typeof clientInfo.name === 'string') this.#client = clientInfo.name;
    return {
      result: {
        protocolVersion: this.#revision,
        capabilities: { tools: {} },
        serverInfo: { name: 'obsidian-mcp', version: this.#options.version },
      },
    };
  }

  async #list(revision: Revision): Promise<BundleReply> {
    const toolbox = await this.#options.toolbox;
    return { result: { tools: await toolbox.list(revision) } };
  }

  #call(id: string, params: unknown, revision: Revision): BundleReply | Coming {
    const { name, arguments: args = {} } = isRecord(params) ? params : {};
    if (typeof name !== 'string' || !isRecord(args)) return { error: envelopeErrors.params };
    const cancelling = new AbortController();
    const signal = AbortSignal.any([cancelling.signal, this.#leaving.signal]);
    const call = async () => {
      const toolbox = await this.#options.toolbox;
      const client = this.#client;
      const reply = await toolbox.call({ id, name, arguments: args, revision, client, signal });
      // A cancelled call stays without an answer.
      return cancelling.signal.aborted ? undefined : reply;
    };
    this.#cancels.set(id, () => cancelling.abort());
    return call().finally(() => this.#cancels.delete(id));
  }

  #run(id: string, coming: Coming): void {
    const running = coming
      .catch((thrown: unknown): BundleReply => {
        this.#options.report(thrown);
        return { error: envelopeErrors.internal };
      })
      .then((reply) => {
        if (reply !== undefined) this.#answer(id, reply);
        this.#running.delete(running);
        this.#options.busy(this.#running.size);
      });
    this.#running.add(running);
    this.#options.busy(this.#running.size);
  }

  #answer(id: string, reply: BundleReply): void {
    const [member, value] = 'result' in reply ? ['result', reply.result] : ['error', reply.error];
    this.#options.write(`{"jsonrpc":"2.0","id":${id},"${member}":${JSON.stringify(value)}}`);
  }
}
