import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf, RestClient } from '../support/rest.ts';
import { VaultHome } from '../support/vault-daemon.ts';

/** A home whose daemon takes any two ports, unless one is given. */
function makeHome(more = '', http = 0): VaultHome {
  const home = new VaultHome({ 'a.md': 'one #tag\n' });
  onTestFinished(() => home.remove());
  home.configure(`[rest]\nhttp_port = ${http}\nhttps_port = 0\n${more}`);
  return home;
}

/** The plain port of the daemon. */
async function portOf(home: VaultHome): Promise<number> {
  const { protocols } = JSON.parse((await home.run(['status', '--json'])).stdout);
  const { ports } = Object(
    protocols.find(({ protocol }: { protocol: string }) => protocol === 'rest'),
  );
  return Number(ports[1]);
}

const keyOf = (stdout: string) => /^OBSIDIAN_API_KEY=([0-9a-f]{64})$/m.exec(stdout)?.[1] ?? '';
const withKey = (port: number, key: string) =>
  new RestClient(port, { authorization: `Bearer ${key}` });

test('a key that is added while the daemon runs opens its vault, until it is removed', async () => {
  const home = makeHome('enabled = true\n');
  await home.serve();
  const http = await portOf(home);
  const added = await home.run(['rest', 'key', 'add', 'claude', '--vault', home.vault]);
  expect(added.stdout).toContain('OBSIDIAN_BASE_URL=http://127.0.0.1:');
  const client = withKey(http, keyOf(added.stdout));
  expect((await client.get('/vault/a.md')).text).toBe('one #tag\n');
  const file = join(home.base, 'state/rest/keys.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(keyOf(added.stdout));
  expect((await home.run(['rest', 'key', 'list'])).stdout).toContain('claude');
  expect((await home.run(['status'])).stdout).toContain(`http://127.0.0.1:${http}`);
  const again = await home.run(['rest', 'key', 'add', 'claude', '--vault', home.vault]);
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain('--renew');
  expect((await home.run(['rest', 'key', 'remove', 'claude'])).exitCode).toBe(0);
  expect(outcomeOf(await client.get('/vault/a.md'))).toBe('401/40101');
  expect((await home.run(['rest', 'key', 'remove', 'claude'])).exitCode).toBe(1);
});

test('it is closed unless it is asked for, and --rest asks for it', async () => {
  const home = makeHome();
  const added = await home.run(['rest', 'key', 'add', 'k', '--read-only', '--vault', home.vault]);
  const running = home.start(['serve', '--rest', home.vault]);
  await running.until(() => running.stdout.includes('Press Ctrl+C'), 'the daemon');
  expect(running.stdout).toContain(`rest    https://127.0.0.1:`);
  const client = withKey(await portOf(home), keyOf(added.stdout));
  expect(outcomeOf(await client.get('/vault/'))).toBe('200');
  const put = await client.send('PUT', '/vault/b.md', 'x', { 'content-type': 'text/plain' });
  expect(outcomeOf(put)).toBe('403/40300');
  await running.stop();
  await home.serve();
  expect((await home.run(['status'])).stdout).not.toContain('rest ');
  await expect(client.get('/')).rejects.toThrow();
});

test('the key of the plugin can be taken over, and shown again where that is wanted', async () => {
  const home = makeHome('enabled = true\nshow_keys = true\n');
  const apiKey = 'ab'.repeat(32);
  home.write({
    '.obsidian/plugins/obsidian-local-rest-api/data.json': JSON.stringify({ apiKey }),
  });
  await home.serve();
  const imported = await home.run(['rest', 'import', '--vault', home.vault]);
  expect(imported.exitCode).toBe(0);
  expect(outcomeOf(await withKey(await portOf(home), apiKey).get('/vault/'))).toBe('200');
  const { stdout } = await home.run(['rest', 'env', 'plugin']);
  expect(keyOf(stdout)).toBe(apiKey);
});

test('21 while another program holds the port, the other protocols serve, and doctor says so', async () => {
  const plugin = createServer((_, response) =>
    response.end(JSON.stringify({ service: 'Obsidian Local REST API' })),
  );
  await new Promise<void>((resolve) => plugin.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void plugin.close());
  const home = makeHome('enabled = true\n', Number(Object(plugin.address()).port));
  await home.serve();
  const said = 'the Local REST API plugin of Obsidian answers there';
  expect((await home.run(['status'])).stdout).toContain(said);
  expect((await home.run(['doctor'])).stdout).toContain(said);
  expect((await home.run(['tags'])).stdout).toContain('tag');
});

test('agents reach the tools of the vault behind the same key', async () => {
  const home = makeHome('enabled = true\n');
  await home.serve();
  const http = await portOf(home);
  const added = await home.run(['rest', 'key', 'add', 'k', '--read-only', '--vault', home.vault]);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  });
  const anyone = new RestClient(http);
  expect(outcomeOf(await anyone.send('POST', '/mcp/', initialize, headers))).toBe('401/40101');
  const client = withKey(http, keyOf(added.stdout));
  for (const path of ['/mcp/', '/mcp']) {
    const answer = await client.send('POST', path, initialize, headers);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"serverInfo"');
    expect(answer.headers['mcp-session-id']).toBeDefined();
  }
});
