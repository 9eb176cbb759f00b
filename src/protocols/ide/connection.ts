import type { WebSocket } from 'ws';
import { z } from 'zod';
import { isVaultError, toVaultError } from '../../contract/errors.ts';
import type { IdeLimits } from '../../contract/limits.ts';
import type { MentionReceiver } from '../../contract/workspace.ts';
import { Fifo } from '../../kit/fifo.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import { answerIde } from './answer.ts';
import type { IdePeer } from './call.ts';
import { IdeRpcError, ideRpcCodes, toIdeRpcError } from './errors.ts';
import {
  encodeIdeError,
  encodeIdeResult,
  encodeNotification,
  type Incoming,
  readMessage,
} from './frame.ts';
import { Pusher } from './notifications.ts';
import { IdeOutbox } from './outbox.ts';
import type { IdeSettings } from './settings.ts';
import type { VaultPaths } from './vault-paths.ts';

export interface ConnectionContext {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly paths: VaultPaths;
  readonly limits: IdeLimits;
  readonly log: Log;
  settings(): IdeSettings;
}

type Request = Extract<Incoming, { kind: 'request' }>;

const readGrant = new Set(['read'] as const);
const pidShape = z.object({ pid: z.int() });
const cancelledShape = z.object({ requestId: z.union([z.string(), z.number()]) });

/** One client: its handshake, its requests, and everything that dies with its socket. */
export class IdeConnection implements IdePeer, MentionReceiver {
  readonly session: Session;
  readonly since: number;
  readonly #socket: WebSocket;
  readonly #context: ConnectionContext;
  readonly #outbox: IdeOutbox;
  readonly #pusher: Pusher;
  readonly #running = new Map<string, AbortController>();
  readonly #waiting = new Fifo<Request>();
  readonly #initializeTimer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #client: { readonly name: string; readonly version: string } | undefined;
  #pid: number | undefined;
  #activeAt: number;
  #errorsInARow = 0;
  readonly #advised = new Set<string>();

  constructor(socket: WebSocket, context: ConnectionContext) {
    const { host, vault, limits } = context;
    this.#socket = socket;
    this.#context = context;
    this.since = host.clock.now();
    this.#activeAt = this.since;
    const policy = { sharedOnly: true };
    const caller = { protocol: 'ide', client: 'claude-code', grants: readGrant, policy } as const;
    this.session = host.sessions.open(vault, caller, () => socket.close(1001));
    this.#outbox = new IdeOutbox(socket);
    this.#pusher = new Pusher(this, this.#outbox, limits, host.clock);
    this.#stopListening = this.session.view.workspace.listen(this);
    this.#initializeTimer = setTimeout(() => socket.terminate(), limits.initializeMs);
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.end(1003);
      else this.#take(data.toString());
    });
    // The library closes with the right code; it only has to be heard.
    socket.on('error', (error) => this.log.debug('Frame refused', { reason: error.message }));
  }

  get id(): string {
    return this.session.id;
  }

  get paths(): VaultPaths {
    return this.#context.paths;
  }

  get vaultName(): string {
    return this.#context.vault.name;
  }

  get appVersion(): string {
    return this.#context.host.version;
  }

  get settings(): IdeSettings {
    return this.#context.settings();
  }

  get log(): Log {
    return this.#context.log;
  }

  get root(): string {
    return this.paths.rootFor(this.#pusher.clientRoot);
  }

  /** For people who want to know who is there. */
  describe(): Record<string, string | number | undefined> {
    const { name, version } = this.#client ?? {};
    return {
      session: this.id,
      name,
      version,
      pid: this.#pid,
      folder: this.#pusher.clientRoot,
      since: new Date(this.since).toISOString(),
    };
  }

  initialize(client: { readonly name: string; readonly version: string }): boolean {
    if (this.#client !== undefined) return false;
    this.#client = client;
    clearTimeout(this.#initializeTimer);
    this.session.identify(client.name);
    return true;
  }

  advise(text: string): void {
    if (this.#advised.has(text)) return;
    this.#advised.add(text);
    this.log.info(text, { client: this.id });
  }

  activeAt(): number {
    return this.#activeAt;
  }

  deliver(mention: Parameters<MentionReceiver['deliver']>[0]): void {
    this.#pusher.mention(mention);
  }

  pushSelection(): void {
    this.#pusher.pushSelection();
  }

  /** What there is to ask for is different now. */
  listsChanged(): void {
    if (this.#client === undefined) return;
    for (const what of ['prompts', 'resources']) {
      this.#outbox.send(encodeNotification(`notifications/${what}/list_changed`));
    }
  }

  /** Answers whoever waits for a decision; nobody will make one any more. */
  rejectDiffs(): void {
    this.session.view.workspace.withdrawAll({ id: this.id, ended: this.session.signal });
  }

  /** Says goodbye, and hangs up when the other side does not. */
  end(code: number): void {
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), this.#context.limits.closeMs).unref();
  }

  /** The socket is gone. */
  closed(): void {
    clearTimeout(this.#initializeTimer);
    this.#stopListening();
    this.#pusher.close();
    this.#waiting.clear();
    this.session.close();
    for (const abort of this.#running.values()) abort.abort();
  }

  #take(text: string): void {
    this.#activeAt = this.#context.host.clock.now();
    this.log.debug('Raw data received', { client: this.id, length: text.length });
    const message = readMessage(text);
    switch (message.kind) {
      case 'invalid':
        this.#fail(message.idText, message);
        return;
      case 'response':
        this.#pusher.answered(message.id, message.result);
        return;
      case 'notification':
        this.#notice(message.method, message.params);
        return;
      case 'request':
        this.log.debug('Parsed message', { method: message.method, id: message.idText });
        this.#waiting.push(message);
        this.#work();
    }
  }

  /** Notifications are never answered, not even when nobody knows them. */
  #notice(method: string, params: unknown): void {
    if (method === 'notifications/initialized' || method === 'initialized') {
      this.#pusher.initialized();
    } else if (method === 'ide_connected') {
      this.#pid = pidShape.safeParse(params).data?.pid;
    } else if (method === 'notifications/cancelled') {
      const id = cancelledShape.safeParse(params).data?.requestId;
      if (id !== undefined) this.#running.get(JSON.stringify(id))?.abort();
    }
  }

  #work(): void {
    while (this.#running.size < this.#context.limits.inWorkMax) {
      const request = this.#waiting.shift();
      if (request === undefined) break;
      void this.#run(request);
    }
    if (this.#waiting.size > 0) this.#socket.pause();
    else if (this.#socket.isPaused) this.#socket.resume();
  }

  async #run(request: Request): Promise<void> {
    const { idText, method } = request;
    const abort = new AbortController();
    this.#running.set(idText, abort);
    try {
      const result = await answerIde(this, this.#client !== undefined, request, abort.signal);
      if (!abort.signal.aborted) this.#sendResult(idText, result);
      if (method === 'tools/list') this.#pusher.toolsListed();
      if (method === 'initialized') this.#pusher.initialized();
    } catch (thrown) {
      if (!abort.signal.aborted) this.#fail(idText, this.#toError(thrown, method));
    } finally {
      this.#running.delete(idText);
      this.#work();
    }
  }

  #sendResult(idText: string, result: unknown): void {
    const text = encodeIdeResult(idText, result);
    const { messageBytesMax } = this.settings;
    if (text.length > messageBytesMax || Buffer.byteLength(text) > messageBytesMax) {
      this.log.warn('Message too large', { bytes: text.length, limit: messageBytesMax });
      const error = { code: ideRpcCodes.invalidRequest, message: 'Response too large' };
      this.#outbox.send(encodeIdeError(idText, error));
      return;
    }
    this.#errorsInARow = 0;
    this.#outbox.send(text);
  }

  /** Who sends nothing but nonsense is asked to leave. */
  #fail(idText: string, error: { readonly code: number; readonly message: string }): void {
    this.#outbox.send(encodeIdeError(idText, error));
    if (++this.#errorsInARow >= this.#context.limits.errorsInARowMax) this.end(1008);
  }

  #toError(thrown: unknown, method: string): IdeRpcError {
    if (thrown instanceof IdeRpcError) return thrown;
    if (!isVaultError(thrown)) {
      this.log.error('A request failed', { method, error: toLogText(thrown) });
    }
    return toIdeRpcError(toVaultError(thrown));
  }
}
