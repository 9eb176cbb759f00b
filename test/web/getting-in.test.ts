import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webLimits } from '../../src/contract/limits.ts';
import { WebHome } from '../support/web-protocol.ts';

const pathOf = (link: string) => link.slice(link.indexOf('/open'));

test('a link gives a cookie that scripts cannot read and other sites cannot use', async () => {
  const home = await WebHome.open();
  const { status, headers } = await home.anonymous().get(pathOf(home.protocol.newLink()));
  expect(status).toBe(303);
  expect(headers.location).toBe('/');
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    /^vaultd_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  );
});

test('a link works once', async () => {
  const home = await WebHome.open();
  const path = pathOf(home.protocol.newLink());
  expect((await home.anonymous().get(path)).status).toBe(303);
  const again = await home.anonymous().get(path);
  expect(again.status).toBe(401);
  expect(again.text).toContain('vaultd open');
  expect(again.headers['set-cookie']).toBeUndefined();
});

test('looking whether a link is there does not use it up', async () => {
  const home = await WebHome.open();
  const path = pathOf(home.protocol.newLink());
  expect((await home.anonymous().send('HEAD', path)).status).toBe(401);
  expect((await home.anonymous().get(path)).status).toBe(303);
});

test('a link works for some minutes only', async () => {
  const home = await WebHome.open();
  const path = pathOf(home.protocol.newLink());
  home.clock.ms += webLimits.keyMs + 1;
  expect((await home.anonymous().get(path)).status).toBe(401);
});

test('of many links only the newest work', async () => {
  const home = await WebHome.open();
  const first = pathOf(home.protocol.newLink());
  for (let i = 0; i < webLimits.keysMax; i++) home.protocol.newLink();
  expect((await home.anonymous().get(first)).status).toBe(401);
});

for (const key of ['', 'wrong', 'x'.repeat(5000)]) {
  test(`a key of ${key.length} wrong letters opens nothing`, async () => {
    const home = await WebHome.open();
    expect((await home.anonymous().get(`/open?key=${key}`)).status).toBe(401);
  });
}

const closedToAnonymous = [
  ['GET', '/'],
  ['GET', '/notes/a.md'],
  ['GET', '/assets/app.js'],
  ['GET', '/index.html'],
  ['GET', '/api/events'],
  ['GET', '/files/a.md'],
  ['HEAD', '/files/a.md'],
  ['POST', '/api/call'],
  ['POST', '/api/batch'],
] as const;

for (const [method, path] of closedToAnonymous) {
  test(`${method} ${path} without the cookie gets 401 and nothing else`, async () => {
    const home = await WebHome.open({
      assets: { 'index.html': 'SECRET', 'assets/app.js': 'SECRET' },
    });
    const { cookie: _, ...headers } = (await home.enter()).headers;
    const body =
      method === 'POST' ? '{"operation":"note.read","input":{"path":"a.md"}}' : undefined;
    const answered = await home.anonymous(headers).send(method, path, body);
    expect(answered.status).toBe(401);
    expect(answered.text).not.toMatch(/one|SECRET/);
    const guessed = await home
      .anonymous({ ...headers, cookie: `vaultd_session=${'A'.repeat(43)}` })
      .send(method, path, body);
    expect(guessed.status).toBe(401);
  });
}

test('the page for browsers that are not logged in runs and loads nothing', async () => {
  const home = await WebHome.open();
  const { text, headers } = await home.anonymous().get('/');
  expect(text).not.toMatch(/<script|style=|src=/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('a browser stays in when the daemon starts again, at the same port', async () => {
  const first = await WebHome.open();
  const client = await first.enter();
  const { port } = first;
  await first.protocol.close();
  const second = await WebHome.open({ stateDir: first.stateDir });
  expect(second.port).toBe(port);
  expect((await client.get('/files/a.md')).status).toBe(200);
});

test('a login ends when it was not used for long', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  home.clock.ms += webLimits.loginIdleMs - 60_000;
  expect((await client.get('/files/a.md')).status).toBe(200);
  home.clock.ms += webLimits.loginIdleMs - 60_000;
  expect((await client.get('/files/a.md')).status).toBe(200);
  home.clock.ms += webLimits.loginIdleMs + 60_000;
  expect((await client.get('/files/a.md')).status).toBe(401);
});

test('what is kept on disk is no key, and only the owner can read it', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const file = join(home.stateDir, 'web.json');
  const token = String(client.headers.cookie).split('=')[1] ?? '';
  expect(token).not.toBe('');
  expect(readFileSync(file, 'utf8')).not.toContain(token);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a browser that is disconnected is out', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const other = await home.enter();
  const stream = await client.listen();
  const { clients } = await client.call('clients.list');
  const own = Object(clients).find((each: { own: boolean }) => each.own);
  expect(own).toMatchObject({ protocol: 'web', client: 'dashboard', vault: 'V' });
  await other.call('clients.disconnect', { id: own.id });
  await stream.ended();
  expect((await client.get('/files/a.md')).status).toBe(401);
  expect((await other.get('/files/a.md')).status).toBe(200);
});

test('links have the name that was asked for, and the protocol answers to it', async () => {
  const home = await WebHome.open({ settings: { name: 'vaultd.localhost' } });
  const host = `vaultd.localhost:${home.port}`;
  expect(home.protocol.newLink()).toContain(`http://${host}/open?key=`);
  const client = (await home.enter()).with({ host, origin: `http://${host}` });
  expect(await client.call('note.read', { path: 'a.md' })).toMatchObject({ content: 'one\n' });
});

test('a port that was asked for is the only one', async () => {
  const first = await WebHome.open();
  await expect(WebHome.open({ settings: { port: first.port } })).rejects.toMatchObject({
    code: 'unavailable',
  });
});
