import { expect, test } from 'vitest';
import { methodNames } from '../../src/protocols/remote/answer.ts';
import { openRemote } from '../support/remote.ts';
import { until } from '../support/until.ts';

/** The methods of the protocol's first version. */
const firstMethods = [
  'auth',
  ...['append', 'appendBinary', 'copy', 'exists', 'list', 'mkdir', 'readBinary', 'readBinaryRange'],
  ...['readText', 'remove', 'rename', 'rmdir', 'stat', 'thumbnail', 'trashLocal', 'unwatch'],
  ...['walk', 'watch', 'write', 'writeBinary'],
].map((name) => (name === 'auth' ? name : `fs.${name}`));

test('A1 the token opens the protocol', async () => {
  const { stranger, token } = await openRemote();
  expect(await (await stranger()).ask('auth', { token })).toEqual({ ok: true });
});

test('A2 a wrong token is refused, and the connection ends', async () => {
  const raw = await (await openRemote()).stranger();
  raw.send({ id: 1, method: 'auth', params: { token: 'nope' } });
  expect(await raw.reply(1)).toMatchObject({ error: { code: -32001, message: 'invalid token' } });
  await until(() => raw.isEnded, 'the end');
});

test('A2 whatever follows a wrong token is not carried out', async () => {
  const protocol = await openRemote();
  const raw = await protocol.stranger();
  raw.send({ id: 1, method: 'auth', params: { token: 'nope' } });
  raw.send({ id: 2, method: 'auth', params: { token: protocol.token } });
  raw.send({ id: 3, method: 'fs.write', params: { path: 'in.md', content: 'x' } });
  await until(() => raw.isEnded, 'the end');
  expect(raw.replies.map(({ id }) => id)).toEqual([1]);
  expect(await (await protocol.raw()).ask('fs.exists', { path: 'in.md' })).toEqual({
    exists: false,
  });
});

const wrongTokens: Readonly<Record<string, (token: string) => unknown>> = {
  'A3 no token': () => ({}),
  'A3 null params': () => null,
  'A3 a token of null': () => ({ token: null }),
  'A5 a newline after the token': (token) => ({ token: `${token}\n` }),
  'A7 a prefix of the token': (token) => ({ token: token.slice(0, -1) }),
  'A7 one character more than the token': (token) => ({ token: `${token}0` }),
  'A7 an empty token': () => ({ token: '' }),
};
for (const [name, params] of Object.entries(wrongTokens)) {
  test(`${name} is refused as invalid`, async () => {
    const { stranger, token } = await openRemote();
    expect(await (await stranger()).ask('auth', params(token))).toBe('E -32001');
  });
}

test('A4 auth without params, or with params of the wrong type, is an input error', async () => {
  const { stranger, token } = await openRemote();
  const raw = await stranger();
  for (const params of [undefined, { token: 5 }, [token], token]) {
    expect(await raw.ask('auth', params)).toBe('E -32602');
  }
  expect(await raw.ask('auth', { token })).toEqual({ ok: true });
});

test('A6 auth can be repeated', async () => {
  const { raw, token } = await openRemote();
  expect(await (await raw()).ask('auth', { token })).toEqual({ ok: true });
});

test('A8 nothing but auth works before auth, whatever the params', async () => {
  const protocol = await openRemote();
  const raw = await protocol.stranger();
  for (const method of methodNames.filter((name) => name !== 'auth')) {
    for (const params of [{ path: 'new.md', content: 'x' }, { path: 5 }, undefined, []]) {
      expect(await raw.ask(method, params)).toBe('E -32000');
    }
  }
  expect(await (await protocol.raw()).ask('fs.exists', { path: 'new.md' })).toEqual({
    exists: false,
  });
});

test('A9 the daemon tells strangers nothing about itself', async () => {
  expect(await (await (await openRemote()).stranger()).ask('server.info')).toBe('E -32000');
});

test('A10 server.info tells version, protocol, methods and the place of the vault', async () => {
  const { raw, root } = await openRemote();
  for (const params of [undefined, {}, [], 5]) {
    const info = (await (await raw()).ask('server.info', params)) as Record<string, unknown>;
    expect(info).toMatchObject({ version: '1.2.3', protocolVersion: 1, vaultRoot: root });
    const capabilities = info.capabilities as string[];
    expect(capabilities).toEqual([...capabilities].sort());
    expect(capabilities).toEqual(expect.arrayContaining([...firstMethods, 'server.info']));
  }
});

test('A12 one connection does not open the protocol for another', async () => {
  const protocol = await openRemote();
  await protocol.raw();
  expect(await (await protocol.stranger()).ask('fs.stat', { path: '' })).toBe('E -32000');
});
