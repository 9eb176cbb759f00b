import { limits } from '../../contract/limits.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import type { MaybeLater } from '../../kit/maybe-later.ts';
import { isRecord, toRecord } from '../../kit/records.ts';
import { withinMs } from '../../kit/within.ts';
import { type Backend, isInputRequired, type McpClient, type McpRequest } from './backend.ts';
import { type Contract, hasMethod, modernRevision } from './contract.ts';
import {
  type Envelope,
  findEnvelope,
  missingEnvelope,
  toModernResult,
  toSubscriptionMeta,
} from './envelope.ts';
import { type McpMessage, parseLine } from './frame.ts';
import {
  envelopeErrors,
  isMcpError,
  McpError,
  type McpWireError,
  unknownMethod,
  unsupportedRevision,
  wrongParams,
} from './protocol-error.ts';

export interface McpConnectionOptions {
  readonly contract: Contract;
  /** The instructions of `initialize` for a model, where that is known before the backend is there. */
  readonly instructions?: string | undefined;
  /** Loads what is heavy, while `initialize` can already be answered. */
  load(client: McpClient): Promise<Backend>;
  write(line: string): void;
  /** The client asked us to go. */
  leave(): void;
  /** There may be room for another request. */
  onRoom(): void;
  /** A bug, for the log. */
  report(thrown: unknown): void;
}

type Request = Extract<McpMessage, { kind: 'request' }>;
type Reply = { readonly result: object } | { readonly error: McpWireError };

/** One client that speaks in lines, on standard input or at a socket. */
export class McpConnection implements McpClient {
  readonly backend: Promise<Backend>;
  readonly #options: McpConnectionOptions;
  /** Requests that are not answered yet, by their ids. */
  readonly #running = new Map<string, AbortController>();
  /** Who waits for an answer of the client, by the ids of our own requests. */
  readonly #asked = new Map<string, (result: unknown) => void>();
  #lastAsked = 0;
  /** Called at the end of every request while the connection drains. */
  #onEnded = () => {};
  /** What `initialize` agreed on. */
  #revision: string | undefined;
  /** The client has begun with the modern revision. */
  #isModern = false;
  #client: string | undefined;
  #capabilities: Readonly<Record<string, unknown>> = {};
  /** What the next answer may take, going by those before it. */
  #expectedChars = mcpLimits.answersCharsMax / mcpLimits.inFlightFirst;

  constructor(options: McpConnectionOptions) {
    this.#options = options;
    this.backend = options.load(this);
  }

  get hasHandshake(): boolean {
    return this.#revision !== undefined;
  }

  /** A client with large answers gets fewer at a time: it may not take them. */
  get isFull(): boolean {
    const { inFlightMin, inFlightMax, answersCharsMax } = mcpLimits;
    const room = Math.min(inFlightMax, answersCharsMax / this.#expectedChars);
    // A request that waits for a person must not keep that person's answer out.
    return this.#running.size - this.#asked.size >= Math.max(inFlightMin, room);
  }

  take(line: string): void {
    const message = parseLine(line);
    if (message.kind === 'request') this.#begin(message);
    else if (message.kind === 'response') this.#asked.get(message.id)?.(message.result);
    else if (message.kind === 'refused') this.#reply(message.id, { error: message.error });
    else this.#notice(message.method, toRecord(message.params));
  }

  refuseLongLine(): void {
    this.#reply('null', { error: envelopeErrors.tooLong });
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.#options.write(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Lets running requests end. False when none ends for too long: then they are given up. */
  async drain(): Promise<boolean> {
    // The client says nothing more, not even what it was asked.
    for (const answer of this.#asked.values()) answer(undefined);
    // What is still being loaded does not count as slow.
    await this.backend.catch(() => {});
    let isMoving: true | undefined = true;
    while (isMoving && this.#running.size > 0) {
      const ended = new Promise<true>((resolve) => {
        this.#onEnded = () => resolve(true);
      });
      isMoving = await withinMs(mcpLimits.drainMs, ended);
    }
    for (const running of this.#running.values()) running.abort();
    return isMoving ?? false;
  }

  /** Answers the requests that listen, which ends them. */
  async endSubscriptions(): Promise<void> {
    const { listeners } = await this.backend;
    const { contract } = this.#options;
    for (const id of listeners?.end() ?? []) {
      const { _meta, ...result } = toModernResult('subscriptions/listen', {}, contract);
      const meta = { ...toRecord(_meta), ...toSubscriptionMeta(id) };
      this.#reply(id, { result: { ...result, _meta: meta } });
    }
  }

  #notice(method: string, { requestId }: Readonly<Record<string, unknown>>): void {
    if (method === 'exit') this.#options.leave();
    if (method !== 'notifications/cancelled') return;
    const id = JSON.stringify(requestId) ?? '';
    this.#running.get(id)?.abort();
    void this.backend.then(({ listeners }) => listeners?.cancel(id)).catch(() => {});
  }

  #begin(request: Request): void {
    const { id } = request;
    if (this.#running.has(id)) {
      this.#reply('null', { error: envelopeErrors.idInUse });
      return;
    }
    const running = new AbortController();
    this.#running.set(id, running);
    new Promise<object | undefined>((resolve) => resolve(this.#answer(request, running.signal)))
      .then(
        (result) => result && { result },
        (thrown: unknown) => ({ error: this.#toWireError(thrown) }),
      )
      .then((reply) => {
        // A cancelled request stays without an answer.
        if (reply !== undefined && !running.signal.aborted) this.#reply(id, reply);
        this.#running.delete(id);
        this.#onEnded();
        this.#options.onRoom();
      });
  }

  /** The result, or undefined where there is none yet: that of listening comes at the end. */
  #answer(request: Request, signal: AbortSignal): MaybeLater<object | undefined> {
    const { id, method, params = {} } = request;
    const { contract } = this.#options;
    if (!isRecord(params)) throw wrongParams('params must be an object.');
    const envelope = this.#openEnvelope(method, params);
    if (envelope === undefined) {
      if (method === 'ping') return {};
      if (method === 'initialize') return this.#initialize(params);
    } else {
      if (method === 'server/discover') return this.#discover();
      if (method === 'subscriptions/listen') return this.#listen(id, params);
    }
    const revision = envelope === undefined ? this.#revision : modernRevision;
    if (!hasMethod(contract, method, revision)) throw unknownMethod(method);
    if (contract.isStrict && revision === undefined) {
      throw new McpError(envelopeErrors.notInitialized);
    }
    const result = this.#ask({
      id,
      method,
      params,
      revision: revision ?? contract.revisions[0],
      capabilities: envelope?.capabilities ?? this.#capabilities,
      signal,
      notify: (name, about) => this.notify(name, about),
    });
    if (envelope === undefined) return result;
    return result.then((value) => toModernResult(method, value, contract));
  }

  /** The first request that is not about the server alone decides how the client speaks. */
  #openEnvelope(method: string, params: Record<string, unknown>): Envelope | undefined {
    if (!this.#options.contract.hasModern || this.hasHandshake) return undefined;
    const envelope = findEnvelope(params);
    if (envelope !== undefined) {
      if (method !== 'server/discover') this.#isModern = true;
      this.#identify(envelope.client);
    } else if (this.#isModern) {
      if (method !== 'initialize') throw missingEnvelope();
      throw unsupportedRevision(params.protocolVersion, [modernRevision]);
    }
    return envelope;
  }

  #initialize(params: Record<string, unknown>): MaybeLater<object> {
    const { revisions, isStrict, capabilities, serverInfo } = this.#options.contract;
    if (isStrict && this.hasHandshake) throw new McpError(envelopeErrors.initializedTwice);
    const revision = revisions.find((known) => known === params.protocolVersion) ?? revisions[0];
    this.#revision = revision;
    this.#capabilities = toRecord(params.capabilities);
    const { name } = toRecord(params.clientInfo);
    this.#identify(typeof name === 'string' ? name : undefined);
    return this.#instruct({ protocolVersion: revision, capabilities, serverInfo });
  }

  async #discover(): Promise<object> {
    const { contract } = this.#options;
    const { capabilities } = contract;
    const about = await this.#instruct({ supportedVersions: [modernRevision], capabilities });
    return toModernResult('server/discover', about, contract);
  }

  /** What the server says about itself, with what a model should know of it. */
  #instruct(about: object): MaybeLater<object> {
    const { contract, instructions } = this.#options;
    if (!contract.hasInstructions) return about;
    return instructions === undefined
      ? this.backend.then((backend) => ({ ...about, instructions: backend.instructions }))
      : { ...about, instructions };
  }

  async #listen(id: string, params: Record<string, unknown>): Promise<undefined> {
    const { listeners } = await this.backend;
    await listeners?.listen(id, params.notifications);
  }

  #identify(client: string | undefined): void {
    if (client === undefined || client === this.#client) return;
    this.#client = client;
    void this.backend.then((backend) => backend.identify(client)).catch(() => {});
  }

  /**
   * In older revisions no result can ask for something, so the question goes out as a request of
   * ours, and what the client says to it goes in with the same request again.
   */
  async #ask(request: McpRequest): Promise<object> {
    const backend = await this.backend;
    let result = await backend.answer(request);
    if (request.revision === modernRevision) return result;
    for (let round = 0; isInputRequired(result); round++) {
      if (round === mcpLimits.questionsMax) throw new McpError(envelopeErrors.askedTooOften);
      const { inputRequests, requestState } = result;
      const inputResponses: Record<string, unknown> = {};
      for (const [key, { method, params }] of Object.entries(inputRequests)) {
        inputResponses[key] = await this.#askClient(method, params, request.signal);
      }
      const params = { ...request.params, inputResponses, requestState };
      result = await backend.answer({ ...request, params });
    }
    return result;
  }

  /** What the client answers. Whatever goes wrong counts as a person who cancels. */
  async #askClient(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const cancelled = { action: 'cancel' };
    if (this.#asked.size >= mcpLimits.inFlightMax) return cancelled;
    const requestId = ++this.#lastAsked;
    const id = String(requestId);
    const answered = new Promise<unknown>((resolve) => {
      this.#asked.set(id, resolve);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    this.#options.write(JSON.stringify({ jsonrpc: '2.0', id: requestId, method, params }));
    this.#options.onRoom();
    const answer = await withinMs(limits.consentMs, answered);
    this.#asked.delete(id);
    if (signal.aborted) this.notify('notifications/cancelled', { requestId });
    signal.throwIfAborted();
    return answer ?? cancelled;
  }

  #toWireError(thrown: unknown): McpWireError {
    if (isMcpError(thrown)) {
      const { code, message, data } = thrown;
      return { code, message, data };
    }
    // The process says by itself why the backend could not be loaded.
    void this.backend.then(() => this.#options.report(thrown)).catch(() => {});
    return envelopeErrors.internal;
  }

  #reply(id: string, reply: Reply): void {
    const [member, value] = 'result' in reply ? ['result', reply.result] : ['error', reply.error];
    const json = JSON.stringify(value);
    this.#expectedChars = Math.max(json.length, this.#expectedChars / 2);
    this.#options.write(`{"jsonrpc":"2.0","id":${id},"${member}":${json}}`);
  }
}
