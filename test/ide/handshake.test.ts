import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { ideLimits } from '../../src/contract/limits.ts';
import {
  type IdeClient,
  knock,
  RawSocket,
  toFrame,
  upgradeRequest,
} from '../support/ide-client.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const bodyOf = (answer: string): string => answer.split('\r\n\r\n')[1] ?? '';

/** Knocks with one thing changed. */
async function check(
  change: Readonly<Record<string, string | undefined>> | ((home: ProtocolHome) => string),
  status: number,
  home?: ProtocolHome,
): Promise<string> {
  const at = home ?? (await ProtocolHome.open());
  const request = typeof change === 'function' ? change(at) : upgradeRequest(at, change);
  const answer = await knock(at.port, request);
  expect(statusOf(answer)).toBe(status);
  if (status !== 101) {
    expect(answer).toMatch(/^Connection: close\r$/m);
    expect(answer).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(answer).toMatch(new RegExp(`^Content-Length: ${bodyOf(answer).length}\r$`, 'm'));
    expect(answer).not.toMatch(/access-control|server:/i);
    expect(answer).not.toContain(at.token);
  }
  return answer;
}

test('19 the request of the real client is let in, with its subprotocol and no extension', async () => {
  const key = Buffer.alloc(16, 7).toString('base64');
  const answer = await check({ 'Sec-WebSocket-Key': key }, 101);
  const accept = createHash('sha1')
    .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  expect(answer).toContain(`Sec-WebSocket-Accept: ${accept}\r\n`);
  expect(answer).toContain('Sec-WebSocket-Protocol: mcp\r\n');
  expect(answer).not.toMatch(/extensions/i);
});

test('20 header names in lower case and another order', async () => {
  await check((home) => {
    const [line = '', ...headers] = upgradeRequest(home).trimEnd().split('\r\n');
    const lower = headers.map((header) => header.replace(/^[^:]+/, (name) => name.toLowerCase()));
    return `${[line, ...lower.reverse()].join('\r\n')}\r\n\r\n`;
  }, 101);
});

test('21 without a token the answer names the header', async () => {
  const answer = await check({ 'X-Claude-Code-Ide-Authorization': undefined }, 401);
  expect(bodyOf(answer)).toBe('Missing authentication header: x-claude-code-ide-authorization');
});

test('22 23 wrong tokens of any length get one and the same answer', async () => {
  const home = await ProtocolHome.open();
  const wrong = [
    `${home.token.slice(0, -1)}${home.token.endsWith('A') ? 'B' : 'A'}`,
    'short-token',
    '',
    'x'.repeat(501),
    `${home.token}x`,
  ];
  const bodies = new Set<string>();
  for (const token of wrong) {
    bodies.add(bodyOf(await check({ 'X-Claude-Code-Ide-Authorization': token }, 401, home)));
  }
  expect([...bodies]).toEqual(['Invalid authentication token']);
});

test('24 a token that is sent twice is refused', async () => {
  const home = await ProtocolHome.open();
  const twice = [['X-Claude-Code-Ide-Authorization', 'wrong-token-1234']] as const;
  await check(() => upgradeRequest(home, {}, 'GET / HTTP/1.1', twice), 401, home);
});

test('25 the token of another vault opens nothing here', async () => {
  const [home, other] = [await ProtocolHome.open(), await ProtocolHome.open()];
  await check({ 'X-Claude-Code-Ide-Authorization': other.token }, 401, home);
});

test('26 a token in the query is no token, and is not logged', async () => {
  const home = await ProtocolHome.open();
  const line = `GET /?token=${home.token} HTTP/1.1`;
  const missing = { 'X-Claude-Code-Ide-Authorization': undefined };
  await check(() => upgradeRequest(home, missing, line), 401, home);
  expect(home.logged.join('')).not.toContain('?token');
  expect(home.logged.join('')).not.toContain(home.token);
});

test('27 28 a request with an Origin, even an empty one, is refused', async () => {
  const home = await ProtocolHome.open();
  await check({ Origin: `http://127.0.0.1:${home.port}` }, 403, home);
  await check({ Origin: '' }, 403, home);
  expect(home.logged.join('')).toContain('Origin refused');
});

test('29 30 31 only our own loopback names are taken as Host', async () => {
  const home = await ProtocolHome.open();
  await check({ Host: `evil.example:${home.port}` }, 403, home);
  await check({ Host: '127.0.0.1' }, 403, home);
  await check({ Host: undefined }, 403, home);
  await check({ Host: `localhost:${home.port}` }, 101, home);
  await check({ Host: `[::1]:${home.port}` }, 101, home);
  const forwarded = await ProtocolHome.open({ settings: { extraHosts: ['box.internal:7000'] } });
  await check({ Host: 'box.internal:7000' }, 101, forwarded);
});

test('32 33 the subprotocol must be offered, alone or among others', async () => {
  const home = await ProtocolHome.open();
  await check({ 'Sec-WebSocket-Protocol': undefined }, 400, home);
  await check({ 'Sec-WebSocket-Protocol': 'mcp2' }, 400, home);
  const answer = await check({ 'Sec-WebSocket-Protocol': 'foo, mcp' }, 101, home);
  expect(answer).toContain('Sec-WebSocket-Protocol: mcp\r\n');
});

test('34 another version is answered with the one that we speak', async () => {
  const answer = await check({ 'Sec-WebSocket-Version': '8' }, 426);
  expect(answer).toContain('Sec-WebSocket-Version: 13\r\n');
});

test('35 a key of 15 bytes', () =>
  check({ 'Sec-WebSocket-Key': Buffer.alloc(15, 1).toString('base64') }, 400));

test('36 another path', () =>
  check((home) => upgradeRequest(home, {}, 'GET /other HTTP/1.1'), 404));

const plain = (home: ProtocolHome, line: string, more = '') =>
  `${line}\r\nHost: 127.0.0.1:${home.port}\r\n${more}\r\n`;

test('37 a POST is answered with 426, and its body is not read', async () => {
  const length = 'Content-Length: 1000000\r\n';
  const answer = await check((home) => `${plain(home, 'POST / HTTP/1.1', length)}{"a":`, 426);
  expect(answer).toContain('Upgrade: websocket\r\n');
});

test('38 preflights get no CORS headers; one with an Origin fails at the Origin, which is looked at first', async () => {
  const home = await ProtocolHome.open();
  const preflight = 'Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x\r\n';
  await check(() => plain(home, 'OPTIONS / HTTP/1.1', preflight), 426, home);
  const withOrigin = `${preflight}Origin: https://evil.example\r\n`;
  await check(() => plain(home, 'OPTIONS / HTTP/1.1', withOrigin), 403, home);
});

test('plain requests of any kind are answered with 426', async () => {
  const home = await ProtocolHome.open();
  await check(() => plain(home, 'GET / HTTP/1.1'), 426, home);
  await check(() => plain(home, 'GET /any/path?x HTTP/1.1'), 426, home);
  await check(() => upgradeRequest(home, {}, 'GET / HTTP/1.0'), 426, home);
});

test('39 40 ten may be connected; a wrong token is refused before the eleventh is counted', async () => {
  const home = await ProtocolHome.open();
  const clients: IdeClient[] = [];
  for (let i = 0; i < 10; i++) clients.push(await home.open());
  const answer = await check({}, 503, home);
  expect(bodyOf(answer)).toBe('Connection limit reached');
  await check({ 'X-Claude-Code-Ide-Authorization': 'wrong-token-1234' }, 401, home);
  clients[0]?.close();
  await clients[0]?.closed();
  await until(() => home.sessions.list().length === 9, 'a free place');
  await check({}, 101, home);
});

test('41 headers that dribble in are answered and hung up on when their time is over', async () => {
  expect(ideLimits.upgradeMs).toBe(5000);
  const home = await ProtocolHome.open({ limits: { upgradeMs: 300 } });
  const raw = await RawSocket.connect(home.port);
  raw.write('GET / HTTP/1.1\r\nHost: ');
  const dribble = setInterval(() => raw.write('X'), 20);
  onTestFinished(() => clearInterval(dribble));
  expect(statusOf(await raw.closed())).toBe(408);
});

test('42 17 KiB of headers are too much, and so are 101 of them', async () => {
  const home = await ProtocolHome.open();
  await check({ 'X-Long': 'x'.repeat(17 * 1024) }, 431, home);
  const many = Array.from({ length: 101 }, (_, i) => [`X-${i}`, '1'] as const);
  await check(() => upgradeRequest(home, {}, 'GET / HTTP/1.1', many), 431, home);
});

test('43 a frame that comes together with the upgrade is not lost', async () => {
  const home = await ProtocolHome.open();
  const raw = await RawSocket.connect(home.port);
  const ping = toFrame('{"jsonrpc":"2.0","id":0,"method":"ping"}');
  raw.write(Buffer.concat([Buffer.from(upgradeRequest(home)), ping]));
  await until(() => raw.text.includes('"result":{}'), 'the answer');
  raw.socket.destroy();
});

test('44 other addresses of the machine are not listened on', async () => {
  const home = await ProtocolHome.open();
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ address }) => address !== '127.0.0.1')
    .map(({ address, family, scopeid }) => (family === 'IPv6' && scopeid ? undefined : address));
  for (const host of [...others, '127.0.0.2', '::1']) {
    if (host === undefined) continue;
    const outcome = await new Promise((resolve) => {
      const socket = connect({ host, port: home.port });
      socket.once('connect', () => resolve('connected'));
      socket.once('error', () => resolve('refused'));
    });
    expect(`${host} ${outcome}`).toBe(`${host} refused`);
  }
});

test('45 guessing is met with silence, and the right token still opens', async () => {
  const home = await ProtocolHome.open();
  const client = await home.enter();
  const wrong = upgradeRequest(home, { 'X-Claude-Code-Ide-Authorization': 'wrong-token-1234' });
  const answers: string[] = [];
  for (let i = 0; i < 25; i++) answers.push(await knock(home.port, wrong));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 401'))).toHaveLength(20);
  expect(answers.filter((answer) => answer === '')).toHaveLength(5);
  await check({}, 101, home);
  expect(await client.request('ping')).toMatchObject({ result: {} });
  expect(client.closeCode).toBeUndefined();
});

test('sockets that never ask for anything do not pile up', async () => {
  const home = await ProtocolHome.open({ limits: { upgradeMs: 500 } });
  const idle = await Promise.all(Array.from({ length: 30 }, () => RawSocket.connect(home.port)));
  await until(() => idle.filter(({ isClosed }) => isClosed).length >= 10, 'ten to be closed');
  await until(() => idle.every(({ isClosed }) => isClosed), 'the others to time out');
  await check({}, 101, home);
});
