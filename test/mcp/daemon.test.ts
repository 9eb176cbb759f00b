import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { H, McpHome, type McpOptions, P, toData } from '../support/mcp.ts';
import { executable, startMcpDaemon } from '../support/mcp-daemon.ts';
import { until } from '../support/raw-client.ts';

const startDaemon = (home: McpHome, env: Record<string, string> = {}) =>
  startMcpDaemon(home, { env });

const openHome = async (options: McpOptions = {}): Promise<McpHome> => {
  const home = await McpHome.open(options);
  onTestFinished(() => home.close());
  return home;
};

const openHttp = async (url: string, headers: Record<string, string> = {}, pin?: string) => {
  const versionNegotiation = { mode: pin === undefined ? ('legacy' as const) : { pin } };
  const client = new Client({ name: 'http', version: '1' }, { versionNegotiation });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
};

test('agents that attach share one engine and lose no edit', async () => {
  const home = await openHome({ args: ['--attach', 'never'] });
  await startDaemon(home);
  const clients = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const client = new Client({ name, version: '1' });
      await client.connect(home.transport({ args: ['--attach', 'always'] }));
      onTestFinished(() => client.close());
      return client;
    }),
  );
  const append = (client: Client, content: string) =>
    client.callTool({
      name: 'obsidian_append_to_note',
      arguments: { target: P('Projects/Plan.md'), section: H('Goals'), content },
    });
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      clients.map((client, at) => append(client, `- ${at}-${i}.`)),
    ).flat(),
  );
  // The first client has an engine of its own: two processes write to one vault.
  await home.ok('append_to_note', {
    target: P('Projects/Plan.md'),
    section: H('Goals'),
    content: '- own.',
  });
  const text = home.text('Projects/Plan.md');
  for (let i = 0; i < 20; i++) {
    expect(text).toContain(`- 0-${i}.\n`);
    expect(text).toContain(`- 1-${i}.\n`);
  }
  expect(text).toContain('- own.\n');
});

test('a process that must attach says when it cannot', async () => {
  const home = await openHome();
  const client = new Client({ name: 'x', version: '1' });
  // It may say so before or after the client has its first answer.
  const asking = client
    .connect(home.transport({ args: ['--attach', 'always'] }))
    .then(() => client.listTools());
  await expect(asking).rejects.toThrow();
  await client.close();
});

test('whoever comes to attach and leaves without a word is let go', async () => {
  const home = await openHome({ args: ['--attach', 'never'] });
  await startDaemon(home);
  const socket = createConnection(join(home.env.VAULTD_RUNTIME_DIR ?? '', 'mcp.sock'));
  socket.resume().end();
  await new Promise((resolve) => socket.once('close', resolve));
});

test('the policy of the environment holds when attached', async () => {
  const home = await openHome();
  home.write({ 'public/a.md': 'a', 'secret.md': 's' });
  await startDaemon(home);
  const client = new Client({ name: 'narrow', version: '1' });
  await client.connect(
    home.transport({ args: ['--attach', 'always'], env: { OBSIDIAN_READ_PATHS: 'public' } }),
  );
  onTestFinished(() => client.close());
  const call = (path: string) =>
    client.callTool({
      name: 'obsidian_get_note',
      arguments: { format: 'content', target: P(path) },
    });
  expect((await call('public/a.md')).isError).toBeFalsy();
  expect(toData(toData((await call('secret.md')).structuredContent).error).code).toBe(-32005);
});

test.each([undefined, '2026-07-28'])('the tools work over HTTP, revision %s', async (pin) => {
  const home = await openHome();
  const url = await startDaemon(home);
  const client = await openHttp(url, {}, pin);
  const call = async (name: string, args: Record<string, unknown>) =>
    toData(
      (await client.callTool({ name: `obsidian_${name}`, arguments: args })).structuredContent,
    );
  expect((await client.listTools()).tools.length).toBe(19);
  expect(
    toData((await call('get_note', { format: 'content', target: P('README.md') })).result).content,
  ).toBe('abc');
  expect(await call('append_to_note', { target: P('README.md'), content: 'x' })).toMatchObject({
    path: 'README.md',
  });
  expect(
    toData((await call('search_notes', { mode: 'text', query: 'plan goals' })).result).totalCount,
  ).toBe(1);
  expect(
    toData(toData((await call('get_note', { format: 'content', target: P('no.md') })).error).data)
      .reason,
  ).toBe('note_missing');
  const { contents } = await client.readResource({ uri: 'obsidian://vault/README.md' });
  expect(JSON.stringify(contents)).toContain('abc');
});

test('a note that is watched is told about', async () => {
  const home = await openHome();
  const url = await startDaemon(home);
  const client = await openHttp(url);
  const updated: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  const uri = 'obsidian://vault/README.md';
  await client.subscribeResource({ uri });
  home.write({ 'dup.md': 'changed too', 'README.md': 'changed outside' });
  await until(() => updated.includes(uri), 'the notice');
  expect(new Set(updated)).toEqual(new Set([uri]));
  await client.unsubscribeResource({ uri });
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

test('sessions, origins, sizes and other places over HTTP', async () => {
  const home = await openHome();
  const url = await startDaemon(home, { MCP_HTTP_MAX_BODY_BYTES: '2000' });
  const { origin } = new URL(url);
  expect((await post(url, list)).status).toBe(400);
  expect((await post(url, list, { 'mcp-session-id': 'nobody' })).status).toBe(404);
  const first = await post(url, initialize);
  expect(first.status).toBe(200);
  const session = { 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' };
  expect((await post(url, list, session)).status).toBe(200);
  expect((await post(url, list, { ...session, 'mcp-protocol-version': '1999-01-01' })).status).toBe(
    400,
  );
  expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
  expect((await post(url, list, session)).status).toBe(404);
  expect((await post(url, initialize, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(url, initialize, { origin: 'http://localhost:99' })).status).toBe(200);
  expect((await post(url, { ...initialize, pad: 'x'.repeat(3000) })).status).toBe(413);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${origin}/.well-known/mcp.json`)).json()).toMatchObject({
    name: 'vaultd',
  });
  expect(await (await fetch(url)).json()).toMatchObject({ transport: { endpoint: '/mcp' } });
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404);
});

test('HTTP beyond this machine needs authentication', async () => {
  const home = await openHome();
  const child = spawn(process.execPath, [executable, 'serve', home.root], {
    env: { ...home.env, MCP_HTTP_HOST: '0.0.0.0', MCP_HTTP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  expect(status).toBe(1);
  expect(said).toContain('MCP_AUTH_MODE');
});
