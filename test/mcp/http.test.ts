import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { executable, runToEnd } from '../support/child.ts';
import { McpHome, P, toData } from '../support/mcp.ts';
import { type DaemonOptions, startMcpDaemon } from '../support/mcp-daemon.ts';
import { until } from '../support/until.ts';

const newest = '2026-07-28';
const secret = 'a secret of more than thirty-two characters';
const readScope = 'tool:obsidian_get_note:read';

let home: McpHome;
beforeAll(async () => {
  home = await McpHome.open();
});
afterAll(() => home.close());
beforeEach(() => home.reset());

const serve = (options: DaemonOptions = {}) => startMcpDaemon(home, options);

const connect = async (url: string, { token = '', pin = '' } = {}) => {
  const client = new Client(
    { name: 'http', version: '1' },
    { versionNegotiation: { mode: pin === '' ? 'legacy' : { pin } } },
  );
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
};

const call = async (client: Client, name: string, args: Record<string, unknown>) =>
  toData((await client.callTool({ name: `obsidian_${name}`, arguments: args })).structuredContent);

const read = (client: Client, path = 'README.md') =>
  call(client, 'get_note', { format: 'content', target: P(path) });

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600;
const hs256 = (claims: object) => {
  const signed = `${part({ alg: 'HS256' })}.${part({ cid: 'agent', exp: inTenMinutes(), ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

/** What a token for reading notes may and may not do. */
const expectReaderOnly = async (client: Client) => {
  expect((await client.listTools()).tools).toHaveLength(23);
  expect(await read(client)).toMatchObject({ result: { content: 'abc' } });
  const search = await call(client, 'search_notes', { mode: 'text', query: 'plan' });
  expect(search).toMatchObject({ error: { code: -32005 } });
  expect(JSON.stringify(search)).not.toContain('Plan');
  const append = await call(client, 'append_to_note', { target: P('README.md'), content: 'x' });
  expect(append).toMatchObject({ error: { code: -32005 } });
  expect(home.text('README.md')).toBe('abc');
  for (const uri of ['obsidian://tags', 'obsidian://vault/N.md']) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32005 });
  }
};

test('vaultd mcp serves over HTTP when the environment says so', async () => {
  const url = await serve({ args: ['mcp', home.root], env: { MCP_TRANSPORT_TYPE: 'http' } });
  for (const pin of ['', newest]) {
    const client = await connect(url, { pin });
    expect(await read(client)).toMatchObject({ result: { content: 'abc' } });
    const query = { mode: 'words', query: 'plan goals' };
    expect(await call(client, 'search_notes', query)).toMatchObject({ result: { totalCount: 1 } });
  }
});

test('a signed token opens what its scopes name, which come as lists and texts and can be left unchecked', async () => {
  const env = { MCP_AUTH_MODE: 'jwt', MCP_AUTH_SECRET_KEY: secret };
  const url = await serve({ env });
  for (const pin of ['', newest]) {
    await expect(connect(url, { pin })).rejects.toThrow();
    await expect(connect(url, { pin, token: `${hs256({})}x` })).rejects.toThrow();
    await expectReaderOnly(await connect(url, { pin, token: hs256({ scope: readScope }) }));
  }
  const claims = { scp: [readScope], mcp_tool_scopes: ['resource:obsidian-tags:read'] };
  const client = await connect(url, { token: hs256(claims) });
  expect(await read(client)).toMatchObject({ result: { content: 'abc' } });
  expect((await client.readResource({ uri: 'obsidian://tags' })).contents).toHaveLength(1);
  const open = await serve({
    args: ['mcp', home.root],
    env: { ...env, MCP_TRANSPORT_TYPE: 'http', MCP_AUTH_DISABLE_SCOPE_CHECKS: 'true' },
  });
  const anyone = await connect(open, { token: hs256({}) });
  expect(await read(anyone)).toMatchObject({ result: { content: 'abc' } });
});

test('tokens of the configuration have scopes too', async () => {
  const folder = join(home.base, 'token-config', 'vaultd');
  mkdirSync(folder, { recursive: true });
  const token = 'a-token-of-the-file';
  writeFileSync(
    join(folder, 'config.toml'),
    `[[mcp.tokens]]\nname = "laptop"\ntoken = "${token}"\nscopes = ["${readScope}"]\n`,
  );
  const env = { XDG_CONFIG_HOME: join(home.base, 'token-config'), MCP_AUTH_MODE: 'token' };
  const url = await serve({ env });
  await expect(connect(url)).rejects.toThrow();
  await expectReaderOnly(await connect(url, { token }));
  const kept = readFileSync(join(home.base, 'state/vaultd/denials.jsonl'), 'utf8').trim();
  const denials = kept.split('\n').map((line) => toData(JSON.parse(line)));
  expect(denials.slice(-4).map(({ operation, message }) => [operation, message])).toEqual([
    ['agent.search', 'The token does not allow this.'],
    ['agent.append', 'The token does not allow this.'],
    ['resources/read', 'The token does not allow this.'],
    ['resources/read', 'The token does not allow this.'],
  ]);
});

test('HTTP needs a token by default, which only the owner can read and a restart keeps', async () => {
  const file = join(home.base, 'state/vaultd/mcp-token.json');
  const url = await serve({ env: { MCP_AUTH_MODE: '' } });
  await expect(connect(url)).rejects.toThrow();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(readFileSync(file, 'utf8'));
  expect(await read(await connect(url, { token }))).toMatchObject({ result: { content: 'abc' } });
  await expect(connect(url, { token: `${token}x` })).rejects.toThrow();
  const setup = await runToEnd(
    process.execPath,
    [executable, 'setup', 'cursor', home.root, '--http', '--name', 'notes'],
    { env: home.env },
  );
  expect(JSON.parse(setup.stdout), setup.stderr).toEqual({
    mcpServers: { notes: { url, headers: { Authorization: `Bearer ${token}` } } },
  });
  const { origin } = new URL(url);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const card = toData(await (await fetch(`${origin}/.well-known/mcp.json`)).json());
  expect(card).toMatchObject({ authentication: 'bearer' });
  expect(card.tools).toContainEqual({
    name: 'obsidian_execute_command',
    enabled: false,
    hint: 'Set OBSIDIAN_ENABLE_COMMANDS=true to enable it.',
  });
});

/** An authorization server that has nothing but its keys. */
const openIssuer = async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256' }];
  const server = createServer((_, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const issue = (claims: object) => {
    const all = { iss: issuer, client_id: 'agent', exp: inTenMinutes(), ...claims };
    const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part(all)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return { issuer, issue };
};

test('tokens of an issuer are checked with its keys, and clients learn who that is', async () => {
  const { issuer, issue } = await openIssuer();
  const url = await serve({
    env: {
      MCP_AUTH_MODE: 'oauth',
      OAUTH_ISSUER_URL: issuer,
      OAUTH_AUDIENCE: 'vault',
      OAUTH_JWKS_URI: `${issuer}/keys`,
    },
  });
  const refused = await fetch(url, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '');
  expect(await (await fetch(where?.[1] ?? '')).json()).toMatchObject({
    resource: url,
    authorization_servers: [issuer],
  });
  await expect(connect(url, { token: issue({ aud: 'other' }) })).rejects.toThrow();
  await expectReaderOnly(await connect(url, { token: issue({ aud: 'vault', scope: readScope }) }));
});

test('each vault has a place of its own, in every revision', async () => {
  const other = join(home.base, 'Other vault');
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, 'README.md'), 'of the other');
  const url = await serve({ args: ['serve', home.root, other] });
  for (const pin of ['', newest]) {
    const [first, named, second] = await Promise.all(
      [url, `${url}/vault`, `${url}/Other%20vault`].map((each) => connect(each, { pin })),
    );
    if (first === undefined || named === undefined || second === undefined) throw new Error();
    expect(await read(first)).toMatchObject({ result: { content: 'abc' } });
    expect(await read(named)).toMatchObject({ result: { content: 'abc' } });
    expect(await read(second)).toMatchObject({
      result: { content: expect.stringMatching(/^of the other/) },
    });
    await call(second, 'append_to_note', { target: P('README.md'), content: 'x' });
    expect(home.text('README.md')).toBe('abc');
  }
  for (const wrong of [`${url}/nobody`, `${url}/%zz`, `${url}/`]) {
    expect((await fetch(wrong)).status).toBe(404);
  }
});

test('a client hears of its own vault only', async () => {
  const other = join(home.base, 'quiet');
  mkdirSync(other, { recursive: true });
  const url = await serve({ args: ['serve', home.root, other] });
  const heard: string[] = [];
  for (const place of [url, `${url}/quiet`]) {
    const client = await connect(place);
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(`${place === url ? 'first' : 'quiet'} ${params.uri}`);
    });
    await client.subscribeResource({ uri: 'obsidian://vault/README.md' });
  }
  home.write({ 'README.md': 'changed' });
  await until(() => heard.length > 0, 'the notice');
  writeFileSync(join(other, 'README.md'), 'new');
  await until(() => heard.some((line) => line.startsWith('quiet')), 'the other notice');
  expect(new Set(heard)).toEqual(
    new Set(['first obsidian://vault/README.md', 'quiet obsidian://vault/README.md']),
  );
});
