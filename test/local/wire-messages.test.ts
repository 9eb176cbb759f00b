import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/kit/log.ts';
import { RpcError } from '../../src/protocols/local/client/errors.ts';
import { WireServer, type WireServerOptions } from '../../src/protocols/local/server.ts';
import { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let dir: string;
let path: string;
let server: WireServer;
let client: RawClient;
let logged: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wire-'));
  path = join(dir, 'w.sock');
  logged = [];
  await serve();
});

afterEach(async () => {
  client.close();
  await server.stop({ graceMs: 0 });
  rmSync(dir, { recursive: true });
});

async function serve(options: WireServerOptions = {}): Promise<void> {
  server = new WireServer({
    ...options,
    log: createLog({
      level: 'debug',
      json: true,
      write: (line) => logged.push(line),
      now: () => 0,
    }),
  });
  server.handle('Echo', (params) => params);
  server.handle('Slow', async (params) => {
    await gate;
    return params;
  });
  await new Promise<void>((resolve) => server.net.listen(path, resolve));
  client = await RawClient.connect(path);
}

async function serveAgain(options: WireServerOptions): Promise<void> {
  client.close();
  await server.stop({ graceMs: 0 });
  await serve(options);
}

/** What slow handlers wait for. */
let openGate: () => void = () => undefined;
let gate: Promise<void> = Promise.resolve();
function closeGate(): void {
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
}

const ping = (id: number | string) => `{"id":${id},"method":"Ping"}\n`;
const pong = (id: number | string) => `{"id":${id},"result":{"pong":true}}`;

/** Sends the bytes and expects exactly these answers, then a working connection. */
async function check(sent: string | Buffer, answers: readonly (string | RegExp)[]): Promise<void> {
  client.write(sent);
  for (const answer of answers) {
    const line = await client.line();
    if (typeof answer === 'string') expect(line).toBe(answer);
    else expect(line).toMatch(answer);
  }
  client.write(ping(777));
  expect(await client.line()).toBe(pong(777));
  expect(client.lines).toEqual([]);
}

const invalid = (id: number, message = '') =>
  new RegExp(`^\\{"id":${id},"error":\\{"code":-32600,"message":"${message}`);
const notJson = /^\{"id":0,"error":\{"code":-32700,"message":"parse error: /;
const badId = 'id must be an unsigned 64-bit integer';

test('1 Ping is answered', () => check(ping(1), [pong(1)]));

test.each(['{}', 'null', '[]'])('2 Ping with params %s is answered', (params) =>
  check(`{"id":1,"method":"Ping","params":${params}}\n`, [pong(1)]),
);

test('3 id 0 comes back', () => check(ping(0), [pong(0)]));

test.each([
  ['4', '9007199254740993'],
  ['5', '18446744073709551615'],
])('%s id %s comes back to the digit', (_case, id) => check(ping(id), [pong(id)]));

test('6 an id beyond 64 bits is refused', () =>
  check(ping('18446744073709551616'), [invalid(0, badId)]));

test.each(['-1', '1.0', '1e3', '"1"', 'true', '{}', '[1]'])('7 id %s is refused', (id) =>
  check(ping(id), [invalid(0, badId)]),
);

test('7 id 01 is not JSON', () => check(ping('01'), [notJson]));

test('8 a missing or null id is refused', () =>
  check('{"method":"Ping"}\n{"id":null,"method":"Ping"}\n', [
    invalid(0, badId),
    invalid(0, badId),
  ]));

test('9 a nested id is not taken', () =>
  check('{"id":5,"params":{"id":9007199254740993},"method":"Ping"}\n', [pong(5)]));

test('10 a nested type plays no part', () =>
  check('{"params":{"type":"X"},"method":"Ping","id":2}\n', [pong(2)]));

test('11 of a repeated id the last one counts', () =>
  check('{"id":1,"id":2,"method":"Ping"}\n', [pong(2)]));

test('11 an id spelled with escapes is one too', () =>
  check('{"\\u0069d":9007199254740993,"method":"Ping"}\n', [pong('9007199254740993')]));

test.each(['ping', 'PING', 'Ping '])('12 method "%s" is unknown', (name) =>
  check(`{"id":1,"method":"${name}"}\n`, [
    `{"id":1,"error":{"code":-32601,"message":"method not found: ${name}"}}`,
  ]),
);

test('13 an unknown method is named', () =>
  check('{"id":1,"method":"Nope"}\n', [
    '{"id":1,"error":{"code":-32601,"message":"method not found: Nope"}}',
  ]));

test('14 type and method together make an event, which gets no answer', () =>
  check(`{"id":1,"type":"X","method":"Ping"}\n${ping(2)}`, [pong(2)]));

test('15 an empty or null type is not given', () =>
  check('{"id":1,"type":"","method":"Ping"}\n{"id":1,"type":null,"method":"Ping"}\n', [
    pong(1),
    pong(1),
  ]));

test('16 a type that is no string is refused with the id', () =>
  check('{"id":1,"type":5,"method":"Ping"}\n', [invalid(1)]));

test('17 an empty method makes a response, which is ignored and counted', async () => {
  await check('{"id":1,"method":""}\n', []);
  expect(server.ignoredMessages).toBe(1);
});

test('18 a method that is no string is refused with the id', () =>
  check('{"id":1,"method":5}\n', [invalid(1)]));

test('19 a response from a client gets no answer', () => check('{"id":1,"result":{}}\n', []));
test('20 an event from a client gets no answer', () => check('{"type":"Hello"}\n', []));
test('21 {} and null get no answer', () => check('{}\nnull\n', []));

test('22 a batch is refused', () =>
  check('[{"id":1,"method":"Ping"}]\n', [invalid(0, 'batches are not supported')]));

test.each(['5', '"x"', 'true'])('23 %s is refused', (line) =>
  check(`${line}\n`, [invalid(0, 'not an object')]),
);

test('24 a line that is not JSON is answered', () => check('{invalid}\n', [notJson]));

test('25 five malformed lines in a row end the connection', async () => {
  client.write('{a}\n{b}\n{c}\n{d}\n{e}\n').write(ping(1));
  await client.ended();
  expect(client.lines).toHaveLength(5);
  for (const line of client.lines) expect(line).toMatch(notJson);
});

test('26 a good line between malformed ones resets the count', () =>
  check(`${'{x}\n'.repeat(4)}${ping(1)}${'{x}\n'.repeat(4)}`, [
    ...Array<RegExp>(4).fill(notJson),
    pong(1),
    ...Array<RegExp>(4).fill(notJson),
  ]));

test('27 two objects on one line are not JSON', () =>
  check(`${ping(1).trim()}${ping(2)}`, [notJson]));

test('28 an object over four lines is four bad lines', () =>
  check('{\n"id":1,\n"method":"Ping"\n}\n', Array<RegExp>(4).fill(notJson)));

test('29 blank lines, spaces and carriage returns do no harm', () =>
  check(`\n  \t\n\r\n \r\n${ping(1).trim()}\r\n`, [pong(1)]));

test('30 a line may come byte by byte, cut inside a character', async () => {
  const bytes = Buffer.from('{"id":1,"method":"Echo","params":"Café.md"}\n');
  for (const byte of bytes) {
    client.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await check('', ['{"id":1,"result":"Café.md"}']);
});

test('31 a hundred requests in one write get a hundred answers', async () => {
  client.write(Array.from({ length: 100 }, (_, i) => ping(i)).join(''));
  await until(() => client.lines.length === 100, 'all answers');
  expect(new Set(client.lines)).toEqual(new Set(Array.from({ length: 100 }, (_, i) => pong(i))));
});

test('32 a last line without its end is answered before the connection ends', async () => {
  client.socket.end(ping(1).trim());
  expect(await client.line()).toBe(pong(1));
  await client.ended();
});

test('33 a quick call overtakes a slow one', async () => {
  closeGate();
  client.write(`{"id":1,"method":"Slow"}\n${ping(2)}`);
  expect(await client.line()).toBe(pong(2));
  openGate();
  expect(await client.line()).toBe('{"id":1,"result":null}');
});

test('34 a slow call is answered although the client is done sending', async () => {
  closeGate();
  client.socket.end('{"id":1,"method":"Slow","params":7}\n');
  const other = await RawClient.connect(path);
  await other.call('Ping');
  expect(client.isEnded).toBe(false);
  openGate();
  expect(await client.line()).toBe('{"id":1,"result":7}');
  await client.ended();
  other.close();
});

test('35 two requests in flight with one id are both answered', async () => {
  closeGate();
  client.write('{"id":1,"method":"Slow","params":1}\n{"id":1,"method":"Slow","params":2}\n');
  openGate();
  expect([await client.line(), await client.line()].sort()).toEqual([
    '{"id":1,"result":1}',
    '{"id":1,"result":2}',
  ]);
});

test('36 an RpcError travels as it is', () => {
  server.handle('Fail', () => {
    throw new RpcError(-32004, 'ambiguous', { matches: ['a.md', 'b.md'] });
  });
  return check('{"id":1,"method":"Fail"}\n', [
    '{"id":1,"error":{"code":-32004,"message":"ambiguous","data":{"matches":["a.md","b.md"]}}}',
  ]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('secret');
    },
  ],
  ['rejects', () => Promise.reject(new Error('secret'))],
])('37 what a handler %s stays in the log', async (_how, handler) => {
  server.handle('Fail', handler);
  await check('{"id":1,"method":"Fail"}\n', [
    '{"id":1,"error":{"code":-32603,"message":"handler panic"}}',
  ]);
  expect(logged.join()).toContain('secret');
});

test.each([
  ['a big integer', () => 1n],
  [
    'a cycle',
    () => {
      const a: Record<string, unknown> = {};
      a.a = a;
      return a;
    },
  ],
  ['a function', () => () => 1],
])('38 %s as a result is an error', (_what, handler) => {
  server.handle('Odd', handler);
  return check('{"id":1,"method":"Odd"}\n', [
    '{"id":1,"error":{"code":-32603,"message":"result not serializable"}}',
  ]);
});

test('39 a handler that returns nothing answers null', () => {
  server.handle('Nothing', () => undefined);
  return check('{"id":1,"method":"Nothing"}\n', ['{"id":1,"result":null}']);
});

test('40 a handler that never settles is answered at its deadline, and aborted', async () => {
  let isAborted = false;
  server.handle(
    'Never',
    (_params, { signal }) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => undefined);
    },
    { deadlineMs: 30 },
  );
  client.write('{"id":1,"method":"Never"}\n');
  expect(await client.line()).toMatch(/^\{"id":1,"error":\{"code":-32006,/);
  expect(isAborted).toBe(true);
  await check('', []);
});

test('41 a line of exactly the limit is processed, one byte more ends the connection', async () => {
  server.handle('Length', (params) => String(params).length);
  const head = '{"id":1,"method":"Length","params":"';
  const room = server.limits.requestBytesMax - head.length - 2;
  await check(`${head}${'x'.repeat(room)}"}\n`, [`{"id":1,"result":${room}}`]);
  client.write(`${head}${'x'.repeat(room + 1)}"}\n`).write(ping(2));
  expect(await client.line()).toMatch(invalid(0, 'message too large'));
  await client.ended();
  expect(client.lines).toEqual([]);
});

test('41 a line without end is given up as soon as it is too long', async () => {
  await serveAgain({ limits: { requestBytesMax: 1000 } });
  client.write('x'.repeat(1001));
  expect(await client.line()).toMatch(invalid(0, 'message too large'));
  await client.ended();
});

test('42 nesting is limited, and the id is still read', async () => {
  const nested = (depth: number) =>
    `{"method":"Ping","params":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)},"id":3}\n`;
  await check(nested(256), [pong(3)]);
  await check(nested(257), [invalid(3, 'message too deep')]);
  await check(nested(100_000), [invalid(3, 'message too deep')]);
});

test('43 of 65 slow requests 64 run, the last one starts when one ends', async () => {
  let running = 0;
  const ends: (() => void)[] = [];
  server.handle('Hold', () => {
    running++;
    return new Promise<void>((resolve) => {
      ends.push(resolve);
    });
  });
  client.write(Array.from({ length: 65 }, (_, i) => `{"id":${i},"method":"Hold"}\n`).join(''));
  const other = await RawClient.connect(path);
  await other.call('Ping');
  await until(() => running === 64, '64 running requests');
  await other.call('Ping');
  expect(running).toBe(64);
  ends[0]?.();
  await until(() => running === 65, 'the last request');
  for (const end of ends) end();
  await until(() => client.lines.length === 65, 'all answers');
  expect(client.lines.every((line) => line.endsWith('"result":null}'))).toBe(true);
  other.close();
});

test('44 connection number 65 is turned away', async () => {
  const others = await Promise.all(Array.from({ length: 63 }, () => RawClient.connect(path)));
  await Promise.all(others.map((other) => other.call('Ping')));
  const late = await RawClient.connect(path);
  expect(await late.line()).toBe('{"id":0,"error":{"code":-32007,"message":"too many clients"}}');
  await late.ended();
  await check('', []);
  for (const other of others) other.close();
});

test('45 invalid UTF-8 in a string is replaced', () =>
  check(
    Buffer.concat([
      Buffer.from('{"id":1,"method":"Echo","params":"a'),
      Buffer.from([0xff]),
      Buffer.from('b"}\n'),
    ]),
    ['{"id":1,"result":"a\ufffdb"}'],
  ));

test('45 a lone surrogate comes back as an escape', () =>
  check('{"id":1,"method":"Echo","params":"\\ud800"}\n', ['{"id":1,"result":"\\ud800"}']));

test('46 a byte order mark is not JSON', () => check(`\ufeff${ping(1)}`, [notJson]));

test.each([
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /x HTTP/1.1\r\n\r\n',
  'Content-Length: 3\r\n\r\n{}',
])('47 another protocol is told where it is: %j', async (sent) => {
  client.write(sent);
  expect(await client.line()).toMatch(invalid(0, 'this is the local control socket'));
  await client.ended();
  expect(client.lines).toEqual([]);
});

test('members named __proto__ are data like any other', async () => {
  let seen: unknown;
  server.handle('Look', (params) => {
    seen = params;
    return Object.keys(params ?? {});
  });
  await check(
    '{"id":1,"__proto__":{"type":"X"},"method":"Look","params":{"__proto__":{"a":1}}}\n',
    ['{"id":1,"result":["__proto__"]}'],
  );
  expect(Object.getPrototypeOf(seen)).toBe(Object.prototype);
});

test('a result beyond the limit becomes an error', async () => {
  await serveAgain({ limits: { answerBytesMax: 1000 } });
  server.handle('Big', () => 'é'.repeat(600));
  await check('{"id":1,"method":"Big"}\n', [
    '{"id":1,"error":{"code":-32603,"message":"result too large"}}',
  ]);
});
