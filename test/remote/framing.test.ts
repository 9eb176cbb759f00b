import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openRemote, type RawRemote, type RemoteProtocol } from '../support/remote.ts';
import { until } from '../support/until.ts';

const body = '{"jsonrpc":"2.0","id":1,"method":"no.such"}';

/** Sends raw bytes on a fresh connection. */
async function sent(protocol: RemoteProtocol, bytes: string): Promise<RawRemote> {
  return (await protocol.stranger()).write(bytes);
}

async function answered(protocol: RemoteProtocol, bytes: string): Promise<void> {
  expect((await (await sent(protocol, bytes)).next()).error?.code).toBe(-32601);
}

async function closed(protocol: RemoteProtocol, bytes: string): Promise<void> {
  expect(await (await sent(protocol, bytes)).closedSilently()).toBe(true);
  // Nobody else notices.
  await answered(protocol, `Content-Length: 43\r\n\r\n${body}`);
}

test('F1 one frame is answered by one frame with one header', async () => {
  const raw = await (await openRemote()).raw();
  const start = raw.chunks.length;
  await raw.ask('fs.exists', { path: 'é' });
  const text = Buffer.concat(raw.chunks.slice(start)).toString();
  const [, header, reply] = /^(.*?\r\n\r\n)(.*)$/s.exec(text) ?? [];
  expect(header).toBe(`Content-Length: ${Buffer.byteLength(reply ?? '')}\r\n\r\n`);
});

const accepted: Readonly<Record<string, readonly string[]>> = {
  'F2 any case and blanks in the header': [
    `content-length: 43\r\n\r\n${body}`,
    `CONTENT-LENGTH: 43\r\n\r\n${body}`,
    `  Content-Length \t:  43  \r\n\r\n${body}`,
  ],
  'F3 bare line feeds': [
    `Content-Length: 43\n\n${body}`,
    `Content-Length: 43\r\n\n${body}`,
    `Content-Length: 43\n\r\n${body}`,
  ],
  'F4 other headers': [
    `X-Foo: 1\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n${body}`,
    `Content-Length: 43\r\nX-Foo: a:b\r\n\r\n${body}`,
  ],
  'F9 a plus and leading zeros': [
    `Content-Length: +43\r\n\r\n${body}`,
    `Content-Length: 00043\r\n\r\n${body}`,
  ],
  'F10 two lengths, of which the last is right': [
    `Content-Length: 7\r\nContent-Length: 43\r\n\r\n${body}`,
  ],
};

for (const [name, inputs] of Object.entries(accepted)) {
  test(`${name} are accepted`, async () => {
    const protocol = await openRemote();
    for (const input of inputs) await answered(protocol, input);
  });
}

const refused: Readonly<Record<string, readonly string[]>> = {
  'F5 a header line without a colon': [`Content-Length 43\r\n`, 'GET / HTTP/1.1\r\n'],
  'F6 a block without a length': ['X-Foo: bar\r\n\r\n'],
  'F7 a blank line first': ['\r\n', '\n'],
  'F8 a length that is no number': [
    ...['abc', '-5', '0x2b', '43.0', '4_3', '', '99999999999999999999'].map(
      (length) => `Content-Length: ${length}\r\n\r\n${body}`,
    ),
  ],
  'F11 two lengths, of which the first is wrong': [
    `Content-Length: x\r\nContent-Length: 43\r\n\r\n${body}`,
  ],
  'F12 a length over the limit': ['Content-Length: 16777217\r\n\r\n'],
  'F20 a header of 9 KiB': [`X-Foo: ${'x'.repeat(9 * 1024)}`],
};

for (const [name, inputs] of Object.entries(refused)) {
  test(`${name} closes the connection without a reply`, async () => {
    const protocol = await openRemote();
    for (const input of inputs) await closed(protocol, input);
  });
}

test('F12 the limit also holds for those who have shown the token, and is judged at the blank line', async () => {
  const raw = await (await openRemote()).raw();
  raw.write('Content-Length: 16777217\r\n');
  raw.write('Content-Length: 43\r\n\r\n').write(body);
  expect((await raw.next()).error?.code).toBe(-32601);
  raw.write('Content-Length: 16777217\r\n\r\n');
  expect(await raw.closedSilently()).toBe(true);
});

test('F13 a write whose body has exactly the largest size succeeds', async () => {
  const raw = await (await openRemote()).raw();
  const [start, end] = [
    '{"jsonrpc":"2.0","id":5,"method":"fs.write","params":{"path":"big.txt","content":"',
    '"}}',
  ];
  const content = 'x'.repeat(16 * 1024 * 1024 - start.length - end.length);
  raw.frame(start + content + end);
  expect((await raw.reply(5)).error).toBeUndefined();
  expect(await raw.ask('fs.stat', { path: 'big.txt' })).toMatchObject({ size: content.length });
});

test('F14 a length of 0 is an empty message, and the connection stays', async () => {
  const raw = await (await openRemote()).stranger();
  raw.write('Content-Length: 0\r\n\r\n');
  expect(await raw.next()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await raw.isAlive()).toBe(true);
});

test('F15 a frame byte by byte is answered', async () => {
  const raw = await (await openRemote()).stranger();
  raw.socket.setNoDelay(true);
  for (const byte of `Content-Length: 43\r\n\r\n${body}`) {
    raw.write(byte);
    await new Promise(setImmediate);
  }
  expect((await raw.next()).error?.code).toBe(-32601);
});

test('F16 three frames in one write are answered in order', async () => {
  const raw = await (await openRemote()).raw();
  const frames = [1, 2, 3].map((id) => {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"fs.stat","params":{"path":"note.md"}}`;
    return `Content-Length: ${text.length}\r\n\r\n${text}`;
  });
  raw.write(frames.join(''));
  expect([await raw.next(), await raw.next(), await raw.next()].map(({ id }) => id)).toEqual([
    1, 2, 3,
  ]);
});

test('F17 half a frame and the end of the stream execute nothing', async () => {
  const protocol = await openRemote();
  const raw = await protocol.raw();
  const text = '{"jsonrpc":"2.0","id":1,"method":"fs.write","params":{"path":"half.md"}}';
  raw.write(`Content-Length: ${text.length}\r\n\r\n${text.slice(0, -1)}`);
  raw.socket.end();
  expect(await raw.closedSilently()).toBe(true);
  expect(await (await protocol.raw()).ask('fs.exists', { path: 'half.md' })).toEqual({
    exists: false,
  });
});

test('F18 a connection that is closed at once leaves others alone', async () => {
  const protocol = await openRemote();
  (await protocol.stranger()).socket.destroy();
  expect(await (await protocol.stranger()).isAlive()).toBe(true);
});

test('F19 who stops sending still gets the replies, then the end', async () => {
  const raw = await (await openRemote()).raw();
  raw.send({ id: 1, method: 'fs.write', params: { path: 'last.md', content: 'x' } });
  raw.send({ id: 2, method: 'fs.readText', params: { path: 'last.md' } });
  raw.socket.end();
  expect((await raw.reply(2)).result).toMatchObject({ content: 'x' });
  await until(() => raw.isEnded, 'the end');
});

test('F21 lengths are bytes, also where characters have several', async () => {
  const raw = await (await openRemote()).raw();
  raw.send({ id: 1, method: 'fs.write', params: { path: 'ö/日本.md', content: '🎉é' } });
  raw.send({ id: 2, method: 'fs.readText', params: { path: 'ö/日本.md' } });
  expect((await raw.reply(2)).result).toMatchObject({ content: '🎉é', size: 6 });
});

test('F22 a small reply leaves in one write', async () => {
  const raw = await (await openRemote()).raw();
  const [chunk] = await Promise.all([once(raw.socket, 'data'), raw.ask('server.info')]);
  expect(String(chunk[0])).toMatch(/^Content-Length: (\d+)\r\n\r\n\{.*\}$/);
});

test('F23 a violation on one connection leaves others alone', async () => {
  const protocol = await openRemote();
  const other = await protocol.raw();
  await closed(protocol, 'nonsense\r\n');
  expect(await other.isAlive()).toBe(true);
});

test('a stranger may send little, and not wait for ever', async () => {
  const protocol = await openRemote({ limits: { authenticateMs: 50 } });
  expect(await (await sent(protocol, 'Content-Length: 65537\r\n\r\n')).closedSilently()).toBe(true);
  expect(await (await protocol.stranger()).closedSilently()).toBe(true);
  const known = await protocol.raw();
  await until(() => true, 'a turn');
  expect(await known.isAlive()).toBe(true);
});
