import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { webLimits } from '../../src/contract/limits.ts';
import { until } from '../support/until.ts';
import { WebHome } from '../support/web-protocol.ts';

const read = JSON.stringify({ operation: 'note.read', input: { path: 'a.md' } });

/** Sends a good request with some headers changed. */
async function post(home: WebHome, headers: Record<string, string | undefined>) {
  return (await home.enter()).with(headers).send('POST', '/api/call', read);
}

const refused: [string, (home: WebHome) => Record<string, string | undefined>, number][] = [
  ['a foreign Host', () => ({ host: 'evil.example' }), 403],
  ['our port under a foreign name', ({ port }) => ({ host: `evil.example:${port}` }), 403],
  ['a loopback Host with another port', ({ port }) => ({ host: `127.0.0.1:${port + 1}` }), 403],
  ['a loopback Host without a port', () => ({ host: '127.0.0.1' }), 403],
  [
    'a Host that only begins like ours',
    ({ port }) => ({ host: `127.0.0.1:${port}.evil.example` }),
    403,
  ],
  ['a foreign Origin', () => ({ origin: 'https://evil.example' }), 403],
  [
    'the Origin of another local port',
    ({ port }) => ({ origin: `http://127.0.0.1:${port + 1}` }),
    403,
  ],
  ['the Origin of another local name', ({ port }) => ({ origin: `http://localhost:${port}` }), 403],
  ['an opaque Origin', () => ({ origin: 'null' }), 403],
  ['no Origin', () => ({ origin: undefined }), 403],
  ['no X-Vaultd', () => ({ 'x-vaultd': undefined }), 403],
  ['another X-Vaultd', () => ({ 'x-vaultd': '2' }), 403],
  ['a form', () => ({ 'content-type': 'application/x-www-form-urlencoded' }), 400],
  ['plain text', () => ({ 'content-type': 'text/plain' }), 400],
  ['no type', () => ({ 'content-type': undefined }), 400],
  ['a cross-site fetch', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
  ['a same-site fetch', () => ({ 'sec-fetch-site': 'same-site' }), 403],
  [
    'a cross-site form',
    () => ({
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }),
    403,
  ],
];

for (const [what, headers, status] of refused) {
  test(`a call with ${what} is refused with ${status}`, async () => {
    const home = await WebHome.open();
    const answered = await post(home, headers(home));
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.text)).toMatchObject({
      ok: false,
      error: { message: expect.any(String) },
    });
    expect(home.sessions.list().every(({ calls }) => calls === 0)).toBe(true);
  });
}

const accepted: [string, (home: WebHome) => Record<string, string | undefined>][] = [
  ['nothing odd', () => ({})],
  ['localhost', ({ port }) => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` })],
  [
    'the address of IPv6',
    ({ port }) => ({ host: `[::1]:${port}`, origin: `http://[::1]:${port}` }),
  ],
  [
    'a name in capitals',
    ({ port }) => ({ host: `LOCALHOST:${port}`, origin: `http://localhost:${port}` }),
  ],
  ['a configured name', () => ({ host: 'box.example:9000', origin: 'https://box.example:9000' })],
  ['a charset', () => ({ 'content-type': 'application/json; charset=utf-8' })],
  ['a fetch of the page itself', () => ({ 'sec-fetch-site': 'same-origin' })],
];

for (const [what, headers] of accepted) {
  test(`a call with ${what} is answered`, async () => {
    const home = await WebHome.open({ settings: { extraHosts: ['box.example:9000'] } });
    expect((await post(home, headers(home))).status).toBe(200);
  });
}

test('a person may follow a link from anywhere, a page may not load anything', async () => {
  const home = await WebHome.open({ assets: { 'index.html': 'page' } });
  const client = await home.enter();
  const from = { 'sec-fetch-site': 'cross-site' };
  const person = { ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await client.with({ origin: undefined }).get('/', person)).status).toBe(200);
  for (const path of ['/files/a.md', '/api/events', '/'])
    expect((await client.get(path, { ...from, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
  const frame = { ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
  expect((await client.get('/', frame)).status).toBe(403);
});

const misdirected = [
  ['GET', '/api/call'],
  ['PUT', '/api/call'],
  ['DELETE', '/files/a.md'],
  ['POST', '/'],
  ['POST', '/open'],
  ['OPTIONS', '/api/call'],
  ['TRACE', '/'],
] as const;

for (const [method, path] of misdirected) {
  test(`${method} ${path} is not understood`, async () => {
    const home = await WebHome.open();
    expect((await (await home.enter()).send(method, path)).status).toBe(400);
  });
}

test('nothing of the interface is open to other origins', async () => {
  const home = await WebHome.open();
  const { headers } = await (await home.enter()).send('POST', '/api/call', read);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cache-control']).toBe('no-store');
});

/** What a connection says to bytes that no client would send. */
async function sendRaw(home: WebHome, bytes: string): Promise<string> {
  const socket = createConnection({ host: '127.0.0.1', port: home.port });
  let said = '';
  let isEnded = false;
  socket.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  for (const event of ['end', 'close', 'error'])
    socket.on(event, () => {
      isEnded = true;
    });
  socket.write(bytes);
  await until(() => isEnded || said.includes('\r\n\r\n'), 'an answer');
  socket.destroy();
  return said.slice(0, said.indexOf('\r\n'));
}

const raw: [string, (home: WebHome) => string, RegExp][] = [
  [
    'two Hosts',
    ({ host }) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`,
    /400|403/,
  ],
  ['no Host', () => 'GET / HTTP/1.1\r\n\r\n', /400|403/],
  [
    'a whole URL',
    ({ host }) => `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    /400/,
  ],
  [
    'endless headers',
    ({ host }) =>
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(webLimits.headerBytesMax)}\r\n\r\n`,
    /431/,
  ],
  [
    'many headers',
    ({ host }) => `GET / HTTP/1.1\r\nHost: ${host}\r\n${'a: b\r\n'.repeat(200)}\r\n`,
    /403/,
  ],
  ['nonsense', () => 'nonsense\r\n\r\n', /400/],
  [
    'two lengths',
    ({ host }) =>
      `POST /api/call HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    /400/,
  ],
];

for (const [what, bytes, status] of raw) {
  test(`${what} on the wire: refused, and the protocol goes on`, async () => {
    const home = await WebHome.open();
    expect(await sendRaw(home, bytes(home))).toMatch(status);
    expect((await (await home.enter()).get('/files/a.md')).status).toBe(200);
  });
}

test('a connection that says nothing is closed', async () => {
  const home = await WebHome.open({ limits: { headersMs: 50 } });
  const socket = createConnection({ host: '127.0.0.1', port: home.port });
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  await until(() => isClosed, 'the end');
});

test('a body that is too large is refused before it is read, and the connection ends', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const sent = client.start('POST', '/api/call', { 'content-length': webLimits.bodyBytesMax + 1 });
  sent.on('error', () => undefined);
  const status = new Promise((resolve) => {
    sent.on('response', (response) => resolve([response.statusCode, response.headers.connection]));
  });
  sent.write('{');
  expect(await status).toEqual([413, 'close']);
  sent.destroy();
});

test('a body that does not say its size is cut off at the limit', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const sent = client.start('POST', '/api/call', { 'transfer-encoding': 'chunked' });
  let status: number | undefined;
  let isOver = false;
  sent.on('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  sent.on('error', () => {
    isOver = true;
  });
  sent.on('close', () => {
    isOver = true;
  });
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let i = 0; i < 64 && status === undefined && !isOver; i++) {
    await new Promise((resolve) => sent.write(piece, resolve));
  }
  await until(() => status !== undefined || isOver, 'an answer');
  expect(status === undefined || status === 413).toBe(true);
  sent.destroy();
});

const badBodies: [string, number][] = [
  ['', 400],
  ['{', 400],
  ['[]', 400],
  ['null', 400],
  ['"x"', 400],
  ['{"operation":1}', 400],
  ['{"operation":"note.read","input":{"path":"a.md"},"more":1}', 400],
  ['{"operation":"nothing.here"}', 404],
  ['{"operation":"agent.write","input":{}}', 404],
  ['{"operation":"__proto__"}', 404],
  ['{"operation":"note.read","vault":"other"}', 404],
  ['{"operation":"note.read","input":"x"}', 400],
  ['{"operation":"note.read","input":{"path":"../x.md"}}', 400],
  ['{"operation":"note.read","input":{"path":"/etc/passwd"}}', 400],
  ['{"operation":"note.read","input":{"path":"no.md"}}', 404],
  ['{"operation":"fs.readText","input":{"path":".obsidian/app.json"}}', 403],
];

for (const [body, status] of badBodies) {
  test(`the call ${body || 'of nothing'} fails with ${status}`, async () => {
    const home = await WebHome.open({ files: { 'a.md': 'x', '.obsidian/app.json': '{}' } });
    const answered = await (await home.enter()).send('POST', '/api/call', body);
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.text)).toMatchObject({ ok: false });
    expect(answered.text).not.toContain(home.root);
  });
}
