import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteCodes } from '../errors.ts';
import { remoteProtocolVersion } from '../frame.ts';
import { ConnectionLostError, RemoteError } from './errors.ts';
import { type RemoteCallOptions, RemoteLink } from './link.ts';
import type { RemoteChange, RemoteChangesPage, RemoteMethods, ServerInfo } from './methods.ts';
import { Watch } from './watch.ts';

export interface RemoteConnectOptions {
  /** The daemon's socket; by default the one that the plugin uses. */
  readonly socket?: string | undefined;
  /** Any other way to it, for example a channel of an SSH connection. Called for every connection. */
  readonly open?: (() => Duplex | Promise<Duplex>) | undefined;
  /** The token, or the file that has it. The file is read again for every connection. */
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  /** Try again when the connection is lost. Calls under way fail all the same: they may have been carried out. */
  readonly reconnect?: Partial<Backoff> | boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly triesMax: number;
}

const defaultBackoff: Backoff = { firstMs: 1000, longestMs: 30_000, triesMax: 5 };

/** Connects, authenticates and reads what the daemon can do. */
export async function connectRemote(options: RemoteConnectOptions = {}): Promise<RemoteClient> {
  const client = new RemoteClient(options);
  await client.open();
  return client;
}

/** A client of the protocol. Methods are called by name, typed by `RemoteMethods`. */
export class RemoteClient {
  readonly #options: RemoteConnectOptions;
  readonly #watches = new Map<Watch, string>();
  /** Events that came before the answer that names their subscription. */
  readonly #early = new Set<RemoteChange[]>();
  #link: RemoteLink | undefined;
  #opening: Promise<void> | undefined;
  #info: ServerInfo | undefined;
  #isClosed = false;
  /** A moment from which on the watches have got everything. */
  #cursor: string | undefined;

  constructor(options: RemoteConnectOptions) {
    this.#options = options;
  }

  /** What `server.info` said when the connection was made. */
  get info(): ServerInfo {
    if (this.#info === undefined) throw new ConnectionLostError('Not connected yet.');
    return this.#info;
  }

  can(method: string): boolean {
    return this.info.capabilities.includes(method);
  }

  async call<Method extends keyof RemoteMethods>(
    method: Method,
    params: RemoteMethods[Method]['params'],
    options: RemoteCallOptions = {},
  ): Promise<RemoteMethods[Method]['result']> {
    await this.#opening;
    return ask(await this.#current(), method, params, {
      timeoutMs: this.#options.timeoutMs,
      ...options,
    });
  }

  /** Starts to listen. What happens after this resolves is not missed. */
  async watch(path = '', { recursive = true } = {}): Promise<Watch> {
    const watch = new Watch(path, recursive, async (closed) => {
      const subscriptionId = this.#watches.get(closed);
      this.#watches.delete(closed);
      if (subscriptionId === undefined || this.#isClosed) return;
      await this.call('fs.unwatch', { subscriptionId }).catch(() => {});
    });
    await this.#subscribe(await this.#current(), watch);
    return watch;
  }

  /** Ends the connection and everything that waits for it. */
  close(): void {
    this.#isClosed = true;
    this.#link?.close();
    for (const watch of this.#watches.keys()) watch.end();
    this.#watches.clear();
  }

  /** Connects. `connect` has done so already. */
  async open(): Promise<void> {
    const { socket, open = () => openSocket(socket) } = this.#options;
    const link = new RemoteLink(await open(), (method, params, meta) => {
      if (method === 'fs.changed' && isChange(params)) this.#passOn(params, meta);
    });
    try {
      const token = this.#options.token ?? (await readToken(this.#options.tokenFile));
      await ask(link, 'auth', { token });
      const info = await ask(link, 'server.info', {});
      if (info.protocolVersion !== remoteProtocolVersion) throw wrongProtocol(info);
      this.#info = info;
    } catch (thrown) {
      link.close();
      throw thrown;
    }
    this.#link = link;
    void link.closed.then(() => this.#onLost());
  }

  async #current(): Promise<RemoteLink> {
    await this.#opening;
    if (this.#link === undefined || this.#isClosed) {
      throw new ConnectionLostError('The connection to the daemon is gone.');
    }
    return this.#link;
  }

  async #subscribe(link: RemoteLink, watch: Watch): Promise<void> {
    const { path, recursive } = watch;
    const early: RemoteChange[] = [];
    this.#early.add(early);
    try {
      const { subscriptionId } = await ask(link, 'fs.watch', { path, recursive });
      this.#watches.set(watch, subscriptionId);
      if (this.can('fs.changesSince'))
        this.#cursor = (await ask(link, 'fs.changesSince', {})).cursor;
      for (const change of early) if (change.subscriptionId === subscriptionId) watch.push(change);
    } finally {
      this.#early.delete(early);
    }
  }

  #passOn({ subscriptionId, path, event }: RemoteChange, meta: unknown): void {
    const change = { path, event, ...toCid(meta) };
    for (const early of this.#early) early.push({ subscriptionId, ...change });
    for (const [watch, id] of this.#watches) if (id === subscriptionId) watch.push(change);
  }

  #onLost(): void {
    this.#link = undefined;
    const { reconnect = false } = this.#options;
    if (this.#isClosed || reconnect === false) {
      this.close();
      return;
    }
    this.#opening = this.#reopen({ ...defaultBackoff, ...(reconnect === true ? {} : reconnect) });
    this.#opening.catch(() => this.close());
  }

  async #reopen({ firstMs, longestMs, triesMax }: Backoff): Promise<void> {
    for (let tries = 1; ; tries++) {
      await sleep(Math.min(firstMs * 2 ** (tries - 1), longestMs), undefined, { ref: false });
      if (this.#isClosed) return;
      try {
        await this.open();
        break;
      } catch (thrown) {
        if (tries === triesMax) throw thrown;
      }
    }
    const link = this.#link;
    if (link === undefined) return;
    const since = this.#cursor;
    for (const watch of this.#watches.keys()) await this.#subscribe(link, watch);
    await this.#catchUp(link, since);
  }

  /** Passes on what happened while the connection was lost, as far as the daemon remembers. */
  async #catchUp(link: RemoteLink, since: string | undefined): Promise<void> {
    for (let cursor = since; ; ) {
      const page =
        cursor === undefined || !this.can('fs.changesSince')
          ? undefined
          : await ask(link, 'fs.changesSince', { cursor });
      if (page === undefined || page.reset) {
        for (const watch of this.#watches.keys()) watch.push({ event: 'reset', path: watch.path });
        return;
      }
      for (const change of page.changes) {
        for (const watch of this.#watches.keys())
          if (watch.covers(change.path)) passOn(watch, change);
      }
      if (!page.more) return;
      cursor = page.cursor;
    }
  }
}

/** The contents of a new folder are not listed one by one. */
function passOn(watch: Watch, { path, event, type }: RemoteChangesPage['changes'][number]): void {
  const isNewFolder = type === 'folder' && event === 'created';
  watch.push(isNewFolder ? { event: 'reset', path } : { event, path });
}

/** The one place where the shape of an answer is taken on trust. */
async function ask<Method extends keyof RemoteMethods>(
  link: RemoteLink,
  method: Method,
  params: RemoteMethods[Method]['params'],
  options?: RemoteCallOptions,
): Promise<RemoteMethods[Method]['result']> {
  return (await link.call(method, params, options)) as RemoteMethods[Method]['result'];
}

async function openSocket(path = join(homedir(), '.obsidian-remote', 'server.sock')) {
  const socket = createConnection(path);
  await once(socket, 'connect');
  return socket;
}

async function readToken(file = join(homedir(), '.obsidian-remote', 'token')): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}

function isChange(params: unknown): params is RemoteChange {
  return typeof params === 'object' && params !== null && 'subscriptionId' in params;
}

function toCid(meta: unknown): { cid?: string } {
  if (typeof meta !== 'object' || meta === null || !('cid' in meta)) return {};
  return typeof meta.cid === 'string' ? { cid: meta.cid } : {};
}

function wrongProtocol({ protocolVersion: theirs }: ServerInfo): RemoteError {
  return new RemoteError(
    remoteCodes.protocolVersion,
    `The daemon speaks version ${theirs} of the protocol, this client version ${remoteProtocolVersion}.`,
  );
}
