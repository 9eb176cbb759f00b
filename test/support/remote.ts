import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Caller, PathPolicy } from '../../src/contract/callers.ts';
import type { RemoteLimits } from '../../src/contract/limits.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { type Log, silentLog } from '../../src/kit/log.ts';
import type { OpenedVault } from '../../src/operations/clients.ts';
import type { OpenProtocol } from '../../src/operations/protocol.ts';
import { Sessions } from '../../src/operations/sessions.ts';
import { connect, type RemoteClient } from '../../src/protocols/remote/client/index.ts';
import { FrameReader } from '../../src/protocols/remote/frame.ts';
import { openRemoteProtocol } from '../../src/protocols/remote/serve.ts';
import { until } from './until.ts';
import { caller, freshFolder, openTestVault } from './vault.ts';

/** The vault that the cases speak of. */
export const fixture: Readonly<Record<string, string | Buffer | null>> = {
  'note.md': '# Hello\nbody',
  'docs/a.md': 'one',
  'docs/sub/b.md': 'two',
  'img/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]),
  empty: null,
};

export interface RemoteOptions {
  readonly files?: Readonly<Record<string, string | Buffer | null>>;
  readonly limits?: Partial<RemoteLimits>;
  /** Puts something else in place of the vault. */
  readonly wrap?: (vault: OpenedVault) => OpenedVault;
  readonly onAbandoned?: () => void;
  readonly log?: Log;
  /** What the configuration lets clients see. */
  readonly policy?: PathPolicy;
  /** Watches what others do in the vault, as a daemon does. */
  readonly live?: boolean;
}

/** An open protocol on a fresh vault, in this process, at a real socket. */
export interface RemoteProtocol {
  readonly root: string;
  readonly socket: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly protocol: OpenProtocol;
  /** A connection that has not shown the token. */
  stranger(): Promise<RawRemote>;
  /** A connection that has. */
  raw(): Promise<RawRemote>;
  client(): Promise<RemoteClient>;
}

export async function openRemote({
  files = fixture,
  limits = {},
  wrap = (vault) => vault,
  onAbandoned = () => {},
  log = silentLog,
  policy,
  live = false,
}: RemoteOptions = {}): Promise<RemoteProtocol> {
  const { engine, root } = await openTestVault(files, { live });
  if (live) await engine.as(caller()).known();
  const dir = freshFolder();
  const [socket, tokenFile] = [join(dir, 's'), join(dir, 'token')];
  const vault = wrap(engine);
  const narrow = (who: Caller): Caller =>
    policy === undefined ? who : { ...who, policy: { ...who.policy, within: policy } };
  const sessions = new Sessions({ clock: systemClock, log, adjust: narrow });
  const host = { vaults: [vault], sessions, version: '1.2.3', clock: systemClock, log };
  const protocol = await openRemoteProtocol(host, {
    vault,
    socket,
    tokenFile,
    limits,
    onAbandoned,
  });
  onTestFinished(() => protocol.close());
  const token = readFileSync(tokenFile, 'utf8');
  return { root, socket, tokenFile, token, protocol, ...waysIn(socket, token) };
}

/** How tests come in, wherever the daemon runs. */
export function waysIn(socket: string, token: string) {
  const stranger = () => RawRemote.connect(socket);
  return {
    stranger,
    async raw() {
      const raw = await stranger();
      expect(await raw.ask('auth', { token })).toEqual({ ok: true });
      return raw;
    },
    async client() {
      const client = await connect({ socket, token });
      onTestFinished(() => client.close());
      return client;
    },
  };
}

export interface Reply {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly meta?: unknown;
}

/** Bytes in, messages out. */
export class RawRemote {
  readonly socket: Socket;
  readonly replies: Reply[] = [];
  readonly pushes: Reply[] = [];
  readonly chunks: Buffer[] = [];
  readonly #reader = new FrameReader({ bodyBytesMax: 2 ** 30, headerBytesMax: 1024 });
  isEnded = false;
  #lastId = 1_000_000;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.#reader.push(chunk);
      for (let body = this.#reader.next(); body !== undefined; body = this.#reader.next()) {
        const message: Reply = JSON.parse(body.toString());
        (message.method === undefined ? this.replies : this.pushes).push(message);
      }
    });
    socket.on('error', () => undefined);
    for (const event of ['end', 'close'] as const) {
      socket.on(event, () => {
        this.isEnded = true;
      });
    }
  }

  static async connect(path: string): Promise<RawRemote> {
    const socket = createConnection({ path, allowHalfOpen: true });
    await once(socket, 'connect');
    onTestFinished(() => {
      socket.destroy();
    });
    return new RawRemote(socket);
  }

  write(data: string | Buffer): this {
    this.socket.write(data);
    return this;
  }

  /** One body with a plain header. */
  frame(body: string): this {
    return this.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  send(message: Readonly<Record<string, unknown>>): this {
    return this.frame(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** The next reply that nobody has taken. */
  async next(): Promise<Reply> {
    await until(() => this.replies.length > 0 || this.isEnded, 'a reply');
    const reply = this.replies.shift();
    if (reply === undefined) throw new Error('the connection ended without a reply');
    return reply;
  }

  async reply(id: unknown): Promise<Reply> {
    const at = () => this.replies.findIndex((reply) => reply.id === id);
    await until(() => at() !== -1 || this.isEnded, `the reply to ${id}`);
    const [reply] = at() === -1 ? [] : this.replies.splice(at(), 1);
    if (reply === undefined) throw new Error('the connection ended without the reply');
    return reply;
  }

  /** The result, or `E <code>`. */
  async ask(method: string, params?: unknown, more: object = {}): Promise<unknown> {
    const id = ++this.#lastId;
    this.send({ id, method, params, ...more });
    return outcomeOf(await this.reply(id));
  }

  /** Still there, and still answering. */
  async isAlive(): Promise<boolean> {
    const outcome = await this.ask('no.such.method');
    return outcome === 'E -32601';
  }

  /** Closed by the daemon, without a word. */
  async closedSilently(): Promise<boolean> {
    await until(() => this.isEnded, 'the end');
    return this.replies.length === 0;
  }

  /** The events of a subscription as `event path`. */
  events(subscriptionId?: unknown): string[] {
    return this.pushes
      .filter(({ params }) => !subscriptionId || params?.subscriptionId === subscriptionId)
      .map(({ params }) => `${params?.event} ${params?.path}`);
  }

  async heard(...events: string[]): Promise<void> {
    for (const event of events) {
      await until(() => this.events().includes(event), `${event} (heard: ${this.events()})`);
    }
  }
}

export function outcomeOf({ result, error }: Reply): unknown {
  return error === undefined ? result : `E ${error.code}`;
}
