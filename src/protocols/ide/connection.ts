import type { WebSocket } from 'ws';
import * as z from 'zod';
import { isVaultError, toVaultError } from '../../contract/errors.ts';
import { type IdeLimits, ideLimits } from '../../contract/limits.ts';
import type { Mention, MentionReceiver } from '../../contract/workspace.ts';
import { Fifo } from '../../kit/fifo.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import { perform } from '../../operations/perform.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault, Session } from '../../operations/sessions.ts';
import { answerIde, type IdeParams, toIdeParams } from './answer.ts';
import type { IdeCall } from './call.ts';
import { IdeRpcError, ideRpcCodes, toIdeRpcError } from './errors.ts';
import {
  encodeIdeError,
  encodeIdeResult,
  encodeNotification,
  type IdeRequest,
  readMessage,
} from './frame.ts';
import { toInstructions } from './instructions.ts';
import { Notifications } from './notifications.ts';
import { IdeOutbox } from './outbox.ts';
import type { IdeSettings } from './settings.ts';
import { VaultPaths } from './vault-paths.ts';

export interface ConnectionContext {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly limits: IdeLimits;
  readonly log: Log;
  settings(): IdeSettings;
}

/** Versions that clients accept as negotiated. */
const versions = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const [versionWhenUnknown, versionWhenMissing] = ['2025-06-18', '2024-11-05'];

const readGrant = new Set(['read'] as const);
const unnamed = { name: 'claude-code', version: '' };
const shortText = z.string().transform((text) => text.slice(0, ideLimits.clientNameLengthMax));
const clientShape = z
  .object({
    name: shortText.pipe(z.string().min(1)).catch(unnamed.name),
    version: shortText.catch(unnamed.version),
  })
  .catch(unnamed);
const pidShape = z.object({ pid: z.int() });
const cancelledShape = z.object({ requestId: z.union([z.string(), z.number()]) });

interface Running {
  readonly id: string | number;
  readonly abort: AbortController;
}

/** One client: its handshake, its requests, and everything that dies with its socket. */
export class IdeConnection implements MentionReceiver {
  readonly session: Session;
  readonly since: number;
  readonly #socket: WebSocket;
  readonly #context: ConnectionContext;
  readonly #paths: VaultPaths;
  readonly #outbox: IdeOutbox;
  readonly #notifications: Notifications;
  readonly #running = new Set<Running>();
  readonly #waiting = new Fifo<IdeRequest>();
  readonly #initializeTimer: NodeJS.Timeout;
  readonly #advised = new Set<string>();
  #client: z.output<typeof clientShape> | undefined;
  #pid: number | undefined;
  #activeAt: number;
  #errorsInARow = 0;

  constructor(socket: WebSocket, context: ConnectionContext) {
    const { host, vault, limits, log } = context;
    const { clock } = host;
    this.#socket = socket;
    this.#context = context;
    this.since = clock.now();
    this.#activeAt = this.since;
    const policy = { sharedOnly: true };
    const caller = { protocol: 'ide', client: unnamed.name, grants: readGrant, policy } as const;
    const session = host.sessions.open(vault, caller, () => socket.close(1001));
    const outbox = new IdeOutbox(socket);
    const paths = new VaultPaths(vault.root);
    this.session = session;
    this.#outbox = outbox;
    this.#paths = paths;
    this.#notifications = new Notifications({ session, paths, outbox, limits, clock, log });
    const stopMentions = session.view.workspace.listen(this);
    session.signal.addEventListener('abort', stopMentions, { once: true });
    this.#initializeTimer = setTimeout(() => socket.terminate(), limits.initializeMs);
    socket.on('message', (data, isBinary) => {
      if (isBinary) void this.end(1003);
      else this.#receive(data.toString());
    });
    // The library closes with the right code; it only needs a listener.
    socket.on('error', (error) => log.debug('Frame refused', { reason: error.message }));
  }

  get id(): string {
    return this.session.id;
  }

  /** For `vaultd ide status`. */
  describe(): Record<string, string | number | undefined> {
    return {
      session: this.id,
      ...this.#client,
      pid: this.#pid,
      folder: this.#paths.clientFolder,
      since: new Date(this.since).toISOString(),
    };
  }

  activeAt(): number {
    return this.#activeAt;
  }

  deliver(mention: Mention): void {
    this.#notifications.mention(mention);
  }

  pushSelection(): void {
    this.#notifications.pushSelection();
  }

  /** Prompts and resources were switched on or off. */
  listsChanged(): void {
    if (this.#client === undefined) return;
    for (const what of ['prompts', 'resources']) {
      this.#outbox.add(encodeNotification(`notifications/${what}/list_changed`));
    }
  }

  /** Answers the calls that wait for a decision. */
  rejectDiffs(): void {
    this.session.view.workspace.withdrawAll({ id: this.id, ended: this.session.signal });
  }

  /** Closes the socket, by force when the other side does not. Resolves when it is closed. */
  end(code: number): Promise<void> {
    this.#outbox.flush();
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), this.#context.limits.closeMs).unref();
    return new Promise((resolve) => {
      if (this.#socket.readyState === this.#socket.CLOSED) resolve();
      else this.#socket.once('close', () => resolve());
    });
  }

  /** The socket is gone. */
  closed(): void {
    clearTimeout(this.#initializeTimer);
    this.#waiting.clear();
    this.#outbox.clear();
    this.session.close();
    for (const { abort } of this.#running) abort.abort();
  }

  #receive(text: string): void {
    const { log, host } = this.#context;
    this.#activeAt = host.clock.now();
    log.debug('Raw data received', { client: this.id, length: text.length });
    const message = readMessage(text);
    switch (message.kind) {
      case 'invalid':
        this.#fail(message.idText, message);
        return;
      case 'response':
        this.#notifications.answered(message.id, message.result);
        return;
      case 'notification':
        this.#notice(message.method, message.params);
        return;
      case 'request':
        log.debug('Parsed message', { method: message.method, id: message.idText });
        this.#waiting.push(message);
        this.#work();
    }
  }

  /** Notifications are never answered, not even unknown ones. */
  #notice(method: string, params: unknown): void {
    if (method === 'notifications/initialized' || method === 'initialized') {
      this.#notifications.readyIn(this.#context.limits.readyAfterInitializedMs);
    } else if (method === 'ide_connected') {
      this.#pid = pidShape.safeParse(params).data?.pid;
    } else if (method === 'notifications/cancelled') {
      const cancelled = cancelledShape.safeParse(params).data?.requestId;
      for (const { id, abort } of this.#running) if (id === cancelled) abort.abort();
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

  async #run({ id, idText, method, params }: IdeRequest): Promise<void> {
    const { readyAfterToolsMs, readyAfterInitializedMs } = this.#context.limits;
    const abort = new AbortController();
    const running = { id, abort };
    this.#running.add(running);
    try {
      const result = await this.#answer(method, params, abort.signal);
      if (!abort.signal.aborted) this.#sendResult(idText, result);
      if (method === 'tools/list') this.#notifications.readyIn(readyAfterToolsMs);
      if (method === 'initialized') this.#notifications.readyIn(readyAfterInitializedMs);
    } catch (thrown) {
      if (!abort.signal.aborted) this.#fail(idText, this.#toError(thrown, method));
    } finally {
      this.#running.delete(running);
      this.#work();
    }
  }

  async #answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (method === 'initialize') return this.#initialize(toIdeParams(params));
    if (this.#client === undefined && method !== 'ping') throw invalidRequest('not initialized');
    return answerIde(this.#toCall(signal), method, params);
  }

  #initialize({ protocolVersion: offered, clientInfo }: IdeParams): unknown {
    if (this.#client !== undefined) throw invalidRequest('already initialized');
    const { host, vault, settings } = this.#context;
    const { prompts, resources, instructions } = settings();
    this.#client = clientShape.parse(clientInfo);
    clearTimeout(this.#initializeTimer);
    this.session.identify(this.#client.name, this.#client.version || undefined);
    const known = versions.find((version) => version === offered) ?? versionWhenUnknown;
    const changes = { listChanged: true };
    return {
      protocolVersion: offered === undefined ? versionWhenMissing : known,
      capabilities: {
        tools: changes,
        ...(resources && { resources: changes }),
        ...(prompts && { prompts: changes }),
      },
      serverInfo: { name: 'vaultd', title: 'vaultd vault', version: host.version },
      instructions: toInstructions(vault.name, instructions),
    };
  }

  #toCall(signal: AbortSignal): IdeCall {
    const { vault, settings } = this.#context;
    const { session } = this;
    const paths = this.#paths;
    return {
      vaultName: vault.name,
      settings: settings(),
      paths,
      findReadable(argument) {
        const path = paths.find(argument);
        return path !== undefined && session.view.policy.mayRead(path) ? path : undefined;
      },
      perform: (operation, input) => perform(session, operation, input, signal),
      advise: (hint) => this.#advise(hint),
    };
  }

  #advise(hint: string): void {
    if (this.#advised.has(hint)) return;
    this.#advised.add(hint);
    this.#context.log.info(hint, { client: this.id });
  }

  #sendResult(idText: string, result: unknown): void {
    const text = encodeIdeResult(idText, result);
    const limit = this.#context.settings().messageBytesMax;
    if (text.length > limit || Buffer.byteLength(text) > limit) {
      this.#context.log.warn('Message too large', { bytes: text.length, limit });
      const error = { code: ideRpcCodes.invalidRequest, message: 'Response too large' };
      this.#outbox.add(encodeIdeError(idText, error));
      return;
    }
    this.#errorsInARow = 0;
    this.#outbox.add(text);
  }

  /** A client that gets nothing but errors is disconnected. */
  #fail(idText: string, error: { readonly code: number; readonly message: string }): void {
    this.#outbox.add(encodeIdeError(idText, error));
    if (++this.#errorsInARow >= this.#context.limits.errorsInARowMax) void this.end(1008);
  }

  #toError(thrown: unknown, method: string): IdeRpcError {
    if (thrown instanceof IdeRpcError) return thrown;
    if (!isVaultError(thrown)) {
      this.#context.log.error('A request failed', { method, error: toLogText(thrown) });
    }
    return toIdeRpcError(toVaultError(thrown));
  }
}

function invalidRequest(why: string): IdeRpcError {
  return new IdeRpcError(ideRpcCodes.invalidRequest, `Invalid Request: ${why}`);
}
