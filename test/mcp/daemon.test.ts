import { renameSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Child } from '../support/child.ts';
import { H, McpHome, P, toData } from '../support/mcp.ts';
import { startMcpDaemon } from '../support/mcp-daemon.ts';
import { until } from '../support/until.ts';
import { VaultFolder } from '../support/vault-folder.ts';

/** A vault with a client whose process has an engine of its own, and a daemon beside it. */
let home: McpHome;
let daemon: Child;
let url: string;
beforeAll(async () => {
  home = await McpHome.open({ args: ['--attach', 'never'] });
  daemon = Child.vaultd(['serve', home.root], {
    env: { ...home.env, MCP_HTTP_PORT: '0', MCP_AUTH_MODE: 'none' },
  });
  const address = () => /http:\/\/\S+\/mcp(?=\s)/.exec(daemon.stdout)?.[0] ?? '';
  await daemon.until(() => address() !== '', 'the address of MCP over HTTP');
  url = address();
});
afterAll(async () => {
  expect(await daemon.stop()).toBe(0);
  await home.close();
});

/** A vault that nobody serves yet. */
const openFolder = (): VaultFolder => {
  const folder = new VaultFolder();
  onTestFinished(() => folder.removeFolder());
  return folder;
};

const openHttp = async (pin?: string) => {
  const versionNegotiation = { mode: pin === undefined ? ('legacy' as const) : { pin } };
  const client = new Client({ name: 'http', version: '1' }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
};

test('agents that attach share one engine and lose no edit', async () => {
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
  const client = new Client({ name: 'x', version: '1' });
  // Nobody serves in this other runtime folder.
  const env = { VAULTD_RUNTIME_DIR: join(home.base, 'nobody') };
  // It may say so before or after the client has its first answer.
  const asking = client
    .connect(home.transport({ args: ['--attach', 'always'], env }))
    .then(() => client.listTools());
  await expect(asking).rejects.toThrow();
  await client.close();
});

test('whoever comes to attach and leaves without a word is let go', async () => {
  const socket = createConnection(join(home.env.VAULTD_RUNTIME_DIR ?? '', 'mcp.sock'));
  socket.resume().end();
  await new Promise((resolve) => socket.once('close', resolve));
});

test('the policy of the environment holds when attached', async () => {
  home.write({ 'public/a.md': 'a', 'secret.md': 's' });
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
  home.write({ 'README.md': 'abc' });
  const client = await openHttp(pin);
  const call = async (name: string, args: Record<string, unknown>) =>
    toData(
      (await client.callTool({ name: `obsidian_${name}`, arguments: args })).structuredContent,
    );
  expect((await client.listTools()).tools.length).toBe(23);
  expect(
    toData((await call('get_note', { format: 'content', target: P('README.md') })).result).content,
  ).toBe('abc');
  expect(await call('append_to_note', { target: P('README.md'), content: 'x' })).toMatchObject({
    path: 'README.md',
  });
  expect(
    toData((await call('search_notes', { mode: 'words', query: 'plan goals' })).result).totalCount,
  ).toBe(1);
  expect(
    toData(toData((await call('get_note', { format: 'content', target: P('no.md') })).error).data)
      .reason,
  ).toBe('note_missing');
  const { contents } = await client.readResource({ uri: 'obsidian://vault/README.md' });
  expect(JSON.stringify(contents)).toContain('abc');
});

test('a note that is watched is told about', async () => {
  const client = await openHttp();
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

test('a note that left what the client may read is told about as gone', async () => {
  home.write({ 'public/left.md': 'a', 'public/stays.md': 'b', 'closed/c.md': 'c' });
  const client = new Client({ name: 'narrow', version: '1' });
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri);
  });
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    heard.push('list');
  });
  await client.connect(
    home.transport({ args: ['--attach', 'always'], env: { OBSIDIAN_READ_PATHS: 'public' } }),
  );
  onTestFinished(() => client.close());
  const [left, closed, stays] = ['public/left.md', 'closed/left.md', 'public/stays.md'].map(
    (path) => `obsidian://vault/${path}`,
  );
  for (const uri of [left, closed, stays]) await client.subscribeResource({ uri: uri ?? '' });
  renameSync(join(home.root, 'public/left.md'), join(home.root, 'closed/left.md'));
  await until(() => heard.includes(left ?? '') && heard.includes('list'), 'the notice');
  home.write({ 'closed/left.md': 'changed', 'public/stays.md': 'changed' });
  await until(() => heard.includes(stays ?? ''), 'the later notice');
  expect(heard).not.toContain(closed);
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
  const url = await startMcpDaemon(openFolder(), { env: { MCP_HTTP_MAX_BODY_BYTES: '2000' } });
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
  const { root, env } = openFolder();
  const child = Child.vaultd(['serve', root], {
    env: { ...env, MCP_HTTP_HOST: '0.0.0.0', MCP_HTTP_PORT: '0', MCP_AUTH_MODE: 'none' },
  });
  expect(await child.exited()).toBe(1);
  expect(child.stderr).toContain('MCP_AUTH_MODE');
});
