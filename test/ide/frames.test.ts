import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { RawSocket, toFrame, upgradeRequest } from '../support/ide-client.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const mebibyte = 2 ** 20;

async function enterRaw(home: ProtocolHome): Promise<RawSocket> {
  const raw = await RawSocket.connect(home.port);
  raw.write(upgradeRequest(home));
  await raw.head();
  return raw;
}

const bigCall = (bytes: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'close_tab', arguments: { tab_name: 'x', filler: 'y'.repeat(bytes) } },
  });

test('46 a call of 3 MiB in one frame is answered', async () => {
  const client = await (await ProtocolHome.open()).enter();
  client.send(bigCall(3 * mebibyte));
  expect(await client.answer(7)).toMatchObject({ result: { content: [{ text: 'TAB_CLOSED' }] } });
});

test('47 the same in 100 fragments with pings in between', async () => {
  const home = await ProtocolHome.open();
  const raw = await enterRaw(home);
  raw.write(toFrame('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'));
  const call = Buffer.from(bigCall(3 * mebibyte));
  const size = Math.ceil(call.length / 100);
  for (let i = 0; i < 100; i++) {
    const part = call.subarray(i * size, (i + 1) * size);
    raw.write(toFrame(part, { opcode: i === 0 ? 1 : 0, fin: i === 99 }));
    raw.write(toFrame(`p${i}.`, { opcode: 9 }));
  }
  await until(() => raw.text.includes('TAB_CLOSED'), 'the answer');
  await until(() => raw.text.includes('p99.'), 'the last pong');
  expect(raw.text.match(/TAB_CLOSED/g)).toHaveLength(1);
  const pongs = [...raw.text.matchAll(/p(\d+)\./g)].map(([, i]) => Number(i));
  expect(pongs).toEqual(Array.from({ length: 100 }, (_, i) => i));
  raw.socket.destroy();
});

const closesWith = async (frame: Buffer, code: number): Promise<ProtocolHome> => {
  const home = await ProtocolHome.open();
  const raw = await enterRaw(home);
  raw.write(frame);
  expect(await raw.closeFrame()).toBe(code);
  raw.socket.destroy();
  await until(() => home.sessions.list().length === 0, 'the place to be free');
  return home;
};

test('48 a length beyond the limit is refused before its payload comes', () =>
  closesWith(toFrame('', { length: 10 * mebibyte + 1 }), 1009));
test('49 an unmasked frame', () => closesWith(toFrame('{}', { masked: false }), 1002));
test('50 text that is not UTF-8', () => closesWith(toFrame(Buffer.from([0xc3, 0x28])), 1007));
test('51 a binary frame', () => closesWith(toFrame('{}', { opcode: 2 }), 1003));
test('52 a reserved bit', () => closesWith(toFrame('{}', { reserved: 4 }), 1002));
test('unknown opcodes and long control frames', async () => {
  await closesWith(toFrame('{}', { opcode: 3 }), 1002);
  await closesWith(toFrame(randomBytes(126), { opcode: 9 }), 1002);
  await closesWith(toFrame('x', { opcode: 9, fin: false }), 1002);
});

test('53 a ping comes back as it was', async () => {
  const client = await (await ProtocolHome.open()).open();
  const pong = new Promise((resolve) => client.socket.once('pong', (data) => resolve(`${data}`)));
  client.socket.ping('probe');
  expect(await pong).toBe('probe');
});

test('56 a client that leaves without a code is answered and forgotten', async () => {
  const home = await ProtocolHome.open();
  const raw = await enterRaw(home);
  raw.write(toFrame('', { opcode: 8 }));
  await until(() => raw.received.subarray(raw.received.indexOf('\r\n\r\n') + 4).length >= 2, 'it');
  await raw.closed();
  await until(() => home.logged.join('').includes('Client disconnected'), 'the log');
});

test('an answer longer than 1 MiB goes out in frames of at most 1 MiB', async () => {
  const home = await ProtocolHome.open({ files: { 'big.md': 'y'.repeat(2.5 * mebibyte) } });
  const raw = await enterRaw(home);
  raw.write(toFrame('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'));
  const call = { jsonrpc: '2.0', id: 9, method: 'files/read', params: { path: 'big.md' } };
  raw.write(toFrame(JSON.stringify(call)));
  const lengths = () => frameLengths(raw.received);
  await until(() => lengths().reduce((sum, each) => sum + each, 0) > 2.5 * mebibyte, 'the answer');
  expect(Math.max(...lengths())).toBe(mebibyte);
  raw.socket.destroy();
});

/** Lengths of the payloads of whole frames, which servers send without a mask. */
function frameLengths(bytes: Buffer): number[] {
  const lengths: number[] = [];
  const head = bytes.indexOf('\r\n\r\n');
  for (let at = head === -1 ? 0 : head + 4; at + 10 < bytes.length; ) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const start = short === 127 ? 10 : short === 126 ? 4 : 2;
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short;
    at += start + length;
    if (at <= bytes.length) lengths.push(length);
  }
  return lengths;
}
