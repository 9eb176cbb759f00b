import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';
import { follow, type WebClient } from '../support/web-protocol.ts';

function makeHome(config = ''): VaultHome {
  const home = new VaultHome({ 'a.md': 'one\n' });
  onTestFinished(() => home.remove());
  home.configure(config);
  return home;
}

async function open(home: VaultHome): Promise<WebClient> {
  const { stdout, exitCode } = await home.run(['open', '--print']);
  expect(exitCode).toBe(0);
  return follow(stdout.trim());
}

/** A daemon with nothing configured, for all tests that only use it. */
const shared = new VaultHome({ 'a.md': 'one\n' });
beforeAll(() => shared.serve());
afterAll(() => shared.remove());

test('serve prints a link that works', async () => {
  const home = makeHome();
  const running = home.start(['serve', home.vault]);
  await until(() => running.stdout.includes('Press Ctrl+C'), 'the daemon');
  const [link = ''] = /http:\S+\/open\?key=\S+/.exec(running.stdout) ?? [];
  const client = await follow(link);
  expect(await client.call('note.read', { path: 'a.md' })).toMatchObject({ content: 'one\n' });
});

test('open hands the link to the system', async () => {
  const home = shared;
  const bin = join(home.base, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${home.base}/opened\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const { stdout } = await home.run(['open'], { env: { PATH: `${bin}:${home.env.PATH}` } });
  const opened = () => {
    try {
      return readFileSync(join(home.base, 'opened'), 'utf8');
    } catch {
      return '';
    }
  };
  await until(() => opened() !== '', 'the opener');
  expect(opened()).toBe(stdout.trim());
});

test('open without a daemon says how to get one', async () => {
  const { exitCode, stderr } = await makeHome().run(['open', '--print']);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('vaultd daemon start');
});

test('the dashboard knows the vaults, who is connected and how the daemon is', async () => {
  const home = shared;
  const client = await open(home);
  expect(await client.call('vault.list')).toMatchObject({
    vaults: [{ name: 'notes', path: home.vault, readOnly: false }],
  });
  const local = await home.connect();
  await local.call('ReadNote', { path: 'a.md' });
  const { clients } = await client.call('clients.list');
  expect(Object(clients).map(({ protocol }: { protocol: string }) => protocol)).toEqual(
    expect.arrayContaining(['local', 'web']),
  );
  const health = await client.call('health.get');
  expect(health).toMatchObject({
    version: expect.any(String),
    vaults: [{ name: 'notes', watch: { mode: 'native' }, journal: { damaged: 0 } }],
    memory: { rss: expect.any(Number) },
    // One at the start, and more as time goes by.
    samples: {
      at: expect.arrayContaining([expect.any(Number)]),
      rss: expect.arrayContaining([expect.any(Number)]),
    },
  });
  expect(Object(health.protocols).map(({ protocol }: { protocol: string }) => protocol)).toEqual(
    expect.arrayContaining(['ide', 'local', 'mcp', 'remote', 'web']),
  );
  // What the status shows does not log anyone in.
  expect(JSON.stringify(health.protocols)).not.toContain('key=');
  expect(await local.call('GetHealth')).toMatchObject({ result: { version: health.version } });
  local.close();
});

test('a client of another protocol is disconnected, and set to read-only', async () => {
  const home = shared;
  const client = await open(home);
  const local = await home.connect();
  await local.call('Identify', { name: 'agent' });
  await local.call('ReadNote', { path: 'a.md' });
  const { clients } = await client.call('clients.list');
  const { id } = Object(clients).find((each: { client: string }) => each.client === 'agent');
  await client.call('clients.setReadOnly', { id, readOnly: true });
  expect(await local.call('WriteNote', { path: 'a.md', content: 'x' })).toMatchObject({
    error: { data: { reason: 'path_forbidden' } },
  });
  await client.call('clients.disconnect', { id });
  await local.ended();
  expect(await client.call('activity.list')).toMatchObject({
    entries: [{ kind: 'denied', client: 'agent', operation: 'note.write', path: 'a.md' }],
  });
});

test('the configuration closes the protocol, or lets the dashboard only read', async () => {
  const off = makeHome('[web]\nenabled = false\n');
  await off.serve();
  const { exitCode, stderr } = await off.run(['open', '--print']);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('dashboard is off');

  const narrow = makeHome('[clients.dashboard]\nread_only = true\n');
  await narrow.serve();
  const client = await open(narrow);
  const write = { operation: 'note.write', input: { path: 'a.md', content: 'x' } };
  expect((await client.post('/api/call', write)).status).toBe(403);
  expect(await client.call('vault.list')).toMatchObject({ vaults: [{ readOnly: true }] });
});

test('a port that is taken closes this protocol only, and says so', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const home = makeHome(`[web]\nport = ${port}\n`);
  await home.serve();
  expect((await home.run(['read', 'a.md', '--vault', home.vault])).stdout).toBe('one\n');
  const { stderr } = await home.run(['open', '--print']);
  expect(stderr).toContain(`Port ${port}`);
});
