import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepMcpToken } from '../src/daemon/mcp-token.ts';
import { systemCode } from '../src/engine/store/vault/system-errors.ts';
import {
  RawSocket,
  toFrame as toWebSocketFrame,
  upgradeRequest,
} from '../test/support/ide-client.ts';
import type { RawClient } from '../test/support/raw-client.ts';
import type { Home } from './home.ts';

/** How one protocol is reached by somebody without manners. */
export interface Way {
  readonly protocol: string;
  /** A connection that is let in as far as it takes to send messages. */
  connect(): Promise<Socket>;
  /** A connection and nothing else. */
  knock(): Promise<Socket>;
  /** A text as one message. */
  frame(text: string | Buffer): Buffer;
  /** A request, as a text, that brings the note with its path. */
  read(path: string): string;
  /** The beginning of something that never ends. */
  readonly endless: string;
}

interface Status {
  readonly result: {
    readonly protocols: readonly { readonly protocol: string; readonly lines: readonly string[] }[];
  };
}

/** The ways into a daemon through all of its protocols. */
export async function findWays(home: Home): Promise<Way[]> {
  const asker = await home.connect();
  const { protocols } = ((await asker.call('GetStatus')) as unknown as Status).result;
  const lineOf = (protocol: string) =>
    protocols.find((each) => each.protocol === protocol)?.lines.join(' ') ?? '';
  const web = await openWebSession(asker, lineOf('web'));
  asker.close();
  return [
    localWay(home),
    remoteWay(home),
    mcpWay(home),
    await mcpHttpWay(home, /http:\S+/.exec(lineOf('mcp'))?.[0] ?? ''),
    ideWay(/:(\d+)/.exec(lineOf('ide'))?.[1] ?? '', home),
    web,
  ];
}

/** Two requests that wait at the same time need two ids. */
let lastId = 1;

const toLine = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.from('\n')]);

function localWay(home: Home): Way {
  const knock = () => connectTo({ path: home.socket });
  return {
    protocol: 'local',
    knock,
    connect: knock,
    frame: toLine,
    read: (path) => JSON.stringify({ id: ++lastId, method: 'ReadNote', params: { path } }),
    endless: '{"id":1,"method":"ReadNote","params":{"path":"',
  };
}

function remoteWay(home: Home): Way {
  const folder = join(home.env.HOME ?? '', '.obsidian-remote');
  const token = readFileSync(join(folder, 'token'), 'utf8').trim();
  const knock = () => connectTo({ path: join(folder, 'server.sock') });
  const frame = (text: string | Buffer) => withLength('', text);
  const call = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params });
  return {
    protocol: 'remote',
    knock,
    connect: async () => say(await knock(), frame(call('auth', { token }))),
    frame,
    read: (path) => call('fs.readText', { path }),
    endless: 'X-Header: ',
  };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'faults', version: '1' },
  },
});

const readByTool = (path: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: ++lastId,
    method: 'tools/call',
    params: {
      name: 'obsidian_get_note',
      arguments: { format: 'content', target: { type: 'path', path } },
    },
  });

/** As `vaultd mcp` comes in when a daemon serves its vault. */
function mcpWay(home: Home): Way {
  const options = { strict: false, commands: false, confirmDelete: 'never', callMs: 60_000 };
  const hello = JSON.stringify({ vault: home.root, policy: {}, options });
  const knock = () => connectTo({ path: join(home.runtime, 'mcp.sock') });
  return {
    protocol: 'mcp',
    knock,
    connect: async () => say(await knock(), toLine(`${hello}\n${initialize}`)),
    frame: toLine,
    read: readByTool,
    endless: '{"jsonrpc":"2.0","id":1,"method":"',
  };
}

async function mcpHttpWay(home: Home, url: string): Promise<Way> {
  const { token } = keepMcpToken(home.env);
  const { host, hostname, port, pathname } = new URL(url);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  };
  const opened = await fetch(url, { method: 'POST', headers, body: initialize });
  await opened.text();
  const session = opened.headers.get('mcp-session-id') ?? '';
  const knock = () => connectTo({ host: hostname, port: Number(port) });
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Accept: ${headers.accept}`,
    `Authorization: ${headers.authorization}`,
    `Mcp-Session-Id: ${session}`,
  ];
  return {
    protocol: 'mcp over HTTP',
    knock,
    connect: knock,
    frame: (text) => withLength(`${head.join('\r\n')}\r\n`, text),
    read: readByTool,
    endless: `${head.join('\r\n')}\r\nX-Header: `,
  };
}

function ideWay(port: string, home: Home): Way {
  const lock = join(home.env.HOME ?? '', '.claude', 'ide', `${port}.lock`);
  const { authToken: token } = JSON.parse(readFileSync(lock, 'utf8'));
  const address = { port: Number(port), token };
  const knock = () => connectTo({ host: '127.0.0.1', port: address.port });
  return {
    protocol: 'ide',
    knock,
    async connect() {
      const raw = await RawSocket.connect(address.port);
      raw.write(upgradeRequest(address));
      await raw.head();
      raw.socket.removeAllListeners('data');
      return say(raw.socket, toWebSocketFrame(initialize));
    },
    frame: (text) => toWebSocketFrame(text),
    read: (path) =>
      JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'files/read', params: { path } }),
    endless: upgradeRequest(address).replace(/\r\n$/, 'X-Header: '),
  };
}

async function openWebSession(asker: RawClient, line: string): Promise<Way> {
  const { result } = (await asker.call('OpenDashboard')) as { result: { url: string } };
  const { host, hostname, port, origin } = new URL(result.url);
  const opened = await fetch(result.url, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const knock = () => connectTo({ host: hostname, port: Number(port) });
  const head = [
    'POST /api/call HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    'X-Vaultd: 1',
    'Content-Type: application/json',
  ];
  if (!line.includes(origin)) throw new Error(`The dashboard is not at ${origin}.`);
  return {
    protocol: 'web',
    knock,
    connect: knock,
    frame: (text) => withLength(`${head.join('\r\n')}\r\n`, text),
    read: (path) => JSON.stringify({ operation: 'note.read', input: { path } }),
    endless: `${head.join('\r\n')}\r\nX-Header: `,
  };
}

function withLength(head: string, text: string | Buffer): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]);
}

type Place = { path: string } | { host: string; port: number };

/** A crowd fills the queue in front of a socket now and then; who is turned away there comes again. */
async function connectTo(place: Place): Promise<Socket> {
  for (;;) {
    try {
      return await connectOnce(place);
    } catch (thrown) {
      if (systemCode(thrown) !== 'EAGAIN') throw thrown;
      await pause(5);
    }
  }
}

async function connectOnce(place: Place): Promise<Socket> {
  const socket = createConnection({ ...place, allowHalfOpen: true });
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  await Promise.race([once(socket, 'connect'), failed]);
  socket.on('error', () => undefined);
  return socket;
}

function say(socket: Socket, bytes: Buffer): Socket {
  socket.write(bytes);
  return socket;
}
