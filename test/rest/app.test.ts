import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HostSettings } from '../../src/engine/app/hosts/host.ts';
import { keyNamed, outcomeOf, RestHome, secretOf } from '../support/rest.ts';
import { openRestPlugin, pluginKey } from '../support/rest-plugin.ts';
import { until } from '../support/until.ts';

/** A vault whose app is behind a plugin at this address. */
const hostsAt = (url: string, key: string): HostSettings => ({
  mode: 'files',
  program: 'no-such-program',
  launches: false,
  isStrict: false,
  plugin: { url, key, checksCertificate: false },
  env: {},
});

async function withPlugin() {
  const plugin = await openRestPlugin({ tls: false });
  const home = await RestHome.open({
    keys: [keyNamed('k'), keyNamed('runner', { commands: true })],
    engine: { hosts: hostsAt(plugin.url, pluginKey) },
  });
  return { plugin, home };
}

test('208 the commands are those of an attached app, and none without one', async () => {
  const alone = await RestHome.open({ files: {} });
  expect((await alone.client().get('/commands/')).json).toEqual({ commands: [] });
  expect((await alone.client().get('/commands')).json).toEqual({ commands: [] });
  const { plugin, home } = await withPlugin();
  try {
    const { commands } = (await home.client().get('/commands/')).json;
    expect(commands).toContainEqual({ id: 'graph:open', name: 'Open graph view' });
  } finally {
    await plugin.close();
  }
});

test('209 a key that may run commands runs those of the app', async () => {
  const { plugin, home } = await withPlugin();
  try {
    const run = async (key: string, id: string) =>
      outcomeOf(await home.client(key).send('POST', `/commands/${id}/`));
    expect(await run('runner', 'graph%3Aopen')).toBe('204');
    expect(plugin.requests).toContain('POST /commands/graph%3Aopen/');
    expect(await run('runner', 'no%3Asuch')).toBe('404/40400');
    expect(await run('k', 'graph%3Aopen')).toBe('403/40300');
    expect(home.sessions.denials.list()).toMatchObject([{ client: 'k', protocol: 'rest' }]);
  } finally {
    await plugin.close();
  }
});

test('209 without an app a command says how to attach one, in words of this protocol', async () => {
  const alone = await RestHome.open({ files: {}, keys: [keyNamed('k', { commands: true })] });
  const answer = await alone.client().send('POST', '/commands/graph%3Aopen/');
  expect(outcomeOf(answer)).toBe('404/40400');
  expect(answer.text).toContain('vaultd plugin install');
  expect(answer.text).not.toMatch(/OBSIDIAN_|obsidian_/);
});

test('209 an app that went away is said', async () => {
  const { plugin, home } = await withPlugin();
  expect((await home.client('runner').get('/commands/')).status).toBe(200);
  await plugin.close();
  const late = await home.client('runner').send('POST', '/commands/graph%3Aopen/');
  expect(outcomeOf(late)).toBe('503/50300');
});

test('227 work for a client that hangs up is stopped', async () => {
  const held = new Set<Socket>();
  const app = createServer((request, response) => {
    if (request.url === '/') response.end(JSON.stringify({ authenticated: true }));
    else held.add(request.socket.on('close', () => held.delete(request.socket)));
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  const url = `http://127.0.0.1:${Object(app.address()).port}`;
  const home = await RestHome.open({ engine: { hosts: hostsAt(url, 'key') } });
  const waiting = connect(home.ports.http, '127.0.0.1');
  waiting.write(
    `GET /commands/ HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\nAuthorization: Bearer ${secretOf('k')}\r\n\r\n`,
  );
  await until(() => held.size === 1, 'the app to be asked');
  waiting.destroy();
  await until(() => held.size === 0, 'the question to be taken back');
});

test('231 vaultd does not take itself for the app', async () => {
  const own = await RestHome.open({ files: {}, keys: [keyNamed('k', { commands: true })] });
  const { http } = own.ports;
  const home = await RestHome.open({
    files: { 'a.md': '' },
    engine: { hosts: hostsAt(`http://127.0.0.1:${http}`, secretOf('k')) },
  });
  expect((await home.client().send('POST', '/open/a.md')).json).toEqual({ opened: false });
  expect((await home.client().get('/commands/')).json).toEqual({ commands: [] });
});
