import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../src/protocols/remote/client/index.ts';
import { executable } from '../test/support/child.ts';
import { IdeClient } from '../test/support/ide-client.ts';
import { RawClient } from '../test/support/raw-client.ts';
import type { Home } from './home.ts';

/** Somebody at one protocol. A call that fails ends it, and another one comes in its place. */
export interface SoakClient {
  /** Writes the value to the client's own note; resolves when it is acknowledged. */
  write?(path: string, value: number): Promise<void>;
  /** Anything that changes nothing. */
  ask(n: number): Promise<void>;
  /** Without a word, as a crash does. */
  kill(): void;
}

/** How somebody comes in at each protocol. */
export const soakProtocols: Readonly<Record<string, (home: Home) => Promise<SoakClient>>> = {
  local: enterLocal,
  remote: enterRemote,
  mcp: enterMcp,
  ide: enterIde,
  web: enterWeb,
};

export const textOf = (value: number): string =>
  `---\nvalue: ${value}\ntags: [soak]\n---\n${value} [[theirs/1]] and [[hub]]\n`;

async function enterLocal(home: Home): Promise<SoakClient> {
  const client = await RawClient.connect(home.socket);
  const call = async (method: string, params: unknown): Promise<void> => {
    const answer = await client.call(method, params);
    if ('error' in answer) throw new Error(JSON.stringify(answer.error));
  };
  await call('Subscribe', { topics: ['notes'] });
  return {
    write: (path, value) => call('WriteNote', { path, content: textOf(value) }),
    async ask(n) {
      await call(n % 2 === 0 ? 'Search' : 'GetTags', n % 2 === 0 ? { query: 'soak' } : {});
      client.lines.length = 0;
    },
    kill: () => client.close(),
  };
}

async function enterRemote(home: Home): Promise<SoakClient> {
  const folder = join(home.env.HOME ?? '', '.obsidian-remote');
  const token = readFileSync(join(folder, 'token'), 'utf8').trim();
  const socket = join(folder, 'server.sock');
  const client = await connect({ socket, token, reconnect: false });
  await client.watch('');
  return {
    write: async (path, value) => {
      await client.call('fs.write', { path, content: textOf(value) });
    },
    ask: async (n) => {
      if (n % 2 === 0) await client.call('fs.walk', { path: '', recursive: true });
      else await client.call('fs.readText', { path: 'hub.md' });
    },
    kill: () => client.close(),
  };
}

/** An agent that calls tools over a process of its own. */
export interface McpSession {
  /** Rejects with the answer when the tool fails. The name is without its prefix. */
  tool(name: string, input: unknown): Promise<void>;
  kill(): void;
}

export async function connectMcp(home: Home): Promise<McpSession> {
  const args = [executable, 'mcp', home.root];
  const child = spawn(process.execPath, args, {
    env: home.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const request = createLineCalls(child);
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  });
  const tool = async (name: string, input: unknown): Promise<void> => {
    const answer = await request('tools/call', { name: `obsidian_${name}`, arguments: input });
    if (!answer.includes('"isError":true')) return;
    throw new Error(answer);
  };
  return { tool, kill: () => child.kill('SIGKILL') };
}

async function enterMcp(home: Home): Promise<SoakClient> {
  const { tool, kill } = await connectMcp(home);
  return {
    write: (path, value) =>
      tool('write_note', {
        target: { type: 'path', path },
        content: textOf(value),
        overwrite: true,
      }),
    ask: (n) =>
      n % 2 === 0 ? tool('search_notes', { mode: 'text', query: 'soak' }) : tool('list_tags', {}),
    kill,
  };
}

/** One request at a time over the process's own pipes. */
function createLineCalls(child: ChildProcess) {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('The process has no pipes.');
  const answers = new Map<number, (line: string) => void>();
  let lastId = 0;
  stdin.on('error', () => {});
  const gone = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => reject(new Error('The process is gone.')));
  });
  gone.catch(() => {});
  createInterface({ input: stdout }).on('line', (line) => {
    const { id } = JSON.parse(line);
    answers.get(id)?.(line);
    answers.delete(id);
  });
  return (method: string, params: unknown): Promise<string> =>
    Promise.race([
      gone,
      new Promise<string>((resolve) => {
        const id = ++lastId;
        answers.set(id, resolve);
        stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    ]);
}

async function enterIde(home: Home): Promise<SoakClient> {
  const vault = readdirSync(home.state).find((name) => /^[0-9a-f]{16}$/.test(name)) ?? '';
  const address = JSON.parse(readFileSync(join(home.state, vault, 'ide.json'), 'utf8'));
  const client = await IdeClient.enter(address);
  return {
    async ask() {
      if (client.closeCode !== undefined) throw new Error('The socket is closed.');
      await client.request('ping');
      client.messages.length = 0;
    },
    kill: () => client.socket.terminate(),
  };
}

async function enterWeb(home: Home): Promise<SoakClient> {
  const asker = await RawClient.connect(home.socket);
  const { result } = (await asker.call('OpenDashboard')) as { result: { url: string } };
  asker.close();
  const { origin } = new URL(result.url);
  const opened = await fetch(result.url, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const stop = new AbortController();
  const headers = { cookie, origin, 'x-vaultd': '1', 'content-type': 'application/json' };
  const call = async (operation: string, input: unknown): Promise<void> => {
    const body = JSON.stringify({ operation, input });
    const { signal } = stop;
    const answer = await fetch(`${origin}/api/call`, { method: 'POST', headers, body, signal });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
  };
  return {
    write: (path, value) => call('note.write', { path, content: textOf(value) }),
    ask: (n) => call(n % 2 === 0 ? 'graph.get' : 'health.get', {}),
    kill: () => stop.abort(),
  };
}
