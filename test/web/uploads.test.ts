import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webLimits } from '../../src/contract/limits.ts';
import { WebHome } from '../support/web-protocol.ts';

const octets = { 'content-type': 'application/octet-stream' };

test('a file is added with its bytes as they are, and is a step that can be undone', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const { status, text } = await client.send('PUT', '/files/new/p%20q.png?vault=V', bytes, octets);
  expect([status, JSON.parse(text)]).toMatchObject([
    201,
    { ok: true, value: { path: 'new/p q.png' } },
  ]);
  expect(readFileSync(join(home.root, 'new/p q.png'))).toEqual(bytes);
  await client.call('history.undo', { change: JSON.parse(text).value.step });
  expect(() => readFileSync(join(home.root, 'new/p q.png'))).toThrow();
});

const refused: [string, Record<string, string | undefined>, number][] = [
  ['/files/a.md', octets, 409],
  ['/files/../out.png', octets, 400],
  ['/files/.obsidian/app.json', octets, 403],
  ['/files/con.png', octets, 400],
  ['/files/b.png', { 'content-type': 'application/json' }, 400],
  ['/files/b.png', { 'content-type': 'text/plain' }, 400],
  ['/files/b.png', { ...octets, 'x-vaultd': undefined }, 403],
  ['/files/b.png', { ...octets, origin: undefined }, 403],
  ['/files/b.png', { ...octets, origin: 'http://evil.example' }, 403],
  ['/files/b.png', { ...octets, cookie: undefined }, 401],
  ['/assets/b.png', octets, 400],
];

test('what is there, outside, hidden or from another page is not written', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  for (const [path, headers, status] of refused) {
    const answered = await client.send('PUT', path, 'x', headers);
    expect([path, answered.status]).toEqual([path, status]);
  }
  expect(readFileSync(join(home.root, 'a.md'), 'utf8')).toBe('one\n');
});

test('a client that may only read adds nothing, and a file may not be too large', async () => {
  const home = await WebHome.open({ policy: { readOnly: true } });
  const client = await home.enter();
  expect((await client.send('PUT', '/files/b.png', 'x', octets)).status).toBe(403);
  const huge = client.start('PUT', '/files/c.png', {
    ...octets,
    'content-length': webLimits.uploadBytesMax + 1,
  });
  const status = await new Promise((resolve) => {
    huge.on('response', (response) => resolve(response.statusCode));
    huge.on('error', () => undefined);
    huge.flushHeaders();
  });
  expect(status).toBe(413);
  huge.destroy();
});
