import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf, RestHome, secretOf } from '../support/rest.ts';
import { until } from '../support/until.ts';

/** A connection on which anything can be sent, and what came back so far. */
async function dial(
  port: number,
): Promise<{ socket: Socket; heard(): string; isClosed(): boolean }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  onTestFinished(() => void socket.destroy());
  return { socket, heard: () => text, isClosed: () => socket.closed };
}

const served = async (home: RestHome) =>
  expect(outcomeOf(await home.client().get('/vault/Projects/b.md'))).toBe('200');

const key = `Authorization: Bearer ${secretOf('k')}\r\n`;

test.each([
  ['no request', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
  ['a method that is none', 'FETCH / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`, /^HTTP\/1\.1 431/],
  [
    'two lengths',
    'PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    /^HTTP\/1\.1 400/,
  ],
  [
    'a length and chunks',
    'PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    /^HTTP\/1\.1 400/,
  ],
])('%s ends its own connection and no other', async (_, bytes, expected) => {
  const home = await RestHome.open();
  const { socket, heard, isClosed } = await dial(home.ports.http);
  socket.write(bytes);
  await until(isClosed, 'the connection to be closed');
  expect(heard()).toMatch(expected);
  await served(home);
});

test('two Host headers, or two keys, count as none', async () => {
  const home = await RestHome.open();
  const host = `Host: 127.0.0.1:${home.ports.http}\r\n`;
  const ask = async (headers: string) => {
    const { socket, heard, isClosed } = await dial(home.ports.http);
    socket.write(`GET /vault/ HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    await until(isClosed, 'an answer');
    return heard().slice(9, 12);
  };
  expect(await ask(host + key)).toBe('200');
  expect(await ask(host + host + key)).toBe('403');
  expect(await ask(host + key + key)).toBe('401');
});

test('a URL that is too long is refused', async () => {
  const home = await RestHome.open();
  const { status } = await home.client().get(`/vault/${'x/'.repeat(5000)}`);
  expect(status).toBe(414);
});

test('a body that does not arrive changes nothing, and its connection ends', async () => {
  // The request that is served meanwhile has to arrive within the same time, on a busy machine too.
  const limits = { requestMs: 1000, headersMs: 1000, lateSweepMs: 20 };
  const home = await RestHome.open({ limits });
  const { socket, isClosed } = await dial(home.ports.http);
  socket.write(
    `PUT /vault/half.md HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\n${key}Content-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf`,
  );
  await served(home);
  await until(isClosed, 'the connection to be closed');
  expect(existsSync(join(home.root, 'half.md'))).toBe(false);
});

test('a body is not read for a client without a key', async () => {
  const home = await RestHome.open();
  const { socket, heard, isClosed } = await dial(home.ports.http);
  socket.write(
    `PUT /vault/x.md HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\nContent-Length: 1000000\r\n\r\n`,
  );
  await until(isClosed, 'the connection to be closed');
  expect(heard()).toMatch(/^HTTP\/1\.1 401/);
});

test('connections that say nothing make room for others', async () => {
  const home = await RestHome.open({ limits: { connectionsMax: 10 } });
  const silent = await Promise.all(Array.from({ length: 60 }, () => dial(home.ports.http)));
  await until(() => silent.filter(({ isClosed }) => isClosed()).length >= 50, 'room');
  await served(home);
});

test('more requests under way than there may be are told to come back', async () => {
  const home = await RestHome.open({ limits: { requestsMax: 1 } });
  const { socket, heard } = await dial(home.ports.http);
  const start = `PUT /vault/slow.md HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\n${key}`;
  socket.write(`${start}Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nsl`);
  await until(async () => (await home.client().get('/vault/')).status === 503, 'a refusal');
  const { headers } = await home.client().get('/vault/');
  expect(headers['retry-after']).toBe('1');
  socket.write('ow');
  await until(() => /^HTTP\/1\.1 204/.test(heard()), 'the first to be answered');
  await served(home);
});

test('a request that takes too long is answered all the same', async () => {
  const home = await RestHome.open({ limits: { answerMs: 20 } });
  const { socket, heard } = await dial(home.ports.http);
  const start = `PUT /vault/slow.md HTTP/1.1\r\nHost: 127.0.0.1:${home.ports.http}\r\n${key}`;
  socket.write(`${start}Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nsl`);
  await until(() => heard().includes('50300'), 'an answer');
  expect(existsSync(join(home.root, 'slow.md'))).toBe(false);
});

test.each([
  '/vault/%2e%2e%2f%2e%2e%2fetc/passwd',
  '/vault/..%5c..%5cetc%5cpasswd',
  '/vault/%2Fetc%2Fpasswd',
  '/vault//etc/passwd',
  '/vault/a.md%00.png',
  '/vault/./../x',
  '/vault/.%2e/x',
  '/vault/%c0%ae%c0%ae/x',
  '/vault/.git/config',
  '/vault/Projects/.hidden',
])('%s reads and writes nothing outside', async (path) => {
  const home = await RestHome.open();
  const before = readdirSync(home.root);
  const read = await home.client().get(path);
  expect(read.status).toBeGreaterThanOrEqual(400);
  expect(read.status).toBeLessThan(500);
  const put = { 'content-type': 'text/plain' };
  const written = await home.client().send('PUT', path, 'x', put);
  if (written.status === 204) {
    // What is left of such a path is a path inside the vault.
    expect(readdirSync(home.root)).toContain('etc');
  } else expect(readdirSync(home.root)).toEqual(before);
});
