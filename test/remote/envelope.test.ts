import { expect, test } from 'vitest';
import { openRemote } from '../support/remote.ts';

/** Sends a body as it is; expects the reply to hold this. */
async function check(body: string, reply: object): Promise<void> {
  const raw = await (await openRemote()).raw();
  raw.frame(body);
  expect(await raw.next()).toMatchObject(reply);
  expect(await raw.isAlive()).toBe(true);
}

/** Expects no reply before that of the next request. */
async function checkSilent(body: string): Promise<void> {
  const raw = await (await openRemote()).raw();
  raw.frame(body);
  raw.send({ id: 77, method: 'no.such' });
  expect(await raw.next()).toMatchObject({ id: 77 });
}

const stat = '"jsonrpc":"2.0","method":"fs.stat","params":{"path":"note.md"}';

test('E1 what is not JSON is a parse error', async () => {
  for (const body of ['not json', '\ufeff{}', '{} x', '{"a":']) {
    await check(body, { id: null, error: { code: -32700 } });
  }
});

test('E2 another version of JSON-RPC is refused', async () => {
  await check('{"jsonrpc":"1.0","id":9,"method":"fs.stat"}', { id: 9, error: { code: -32600 } });
  await check('{"id":9,"method":"fs.stat"}', { id: 9, error: { code: -32600 } });
  await check('{"jsonrpc":2,"id":"x","method":"fs.stat"}', { id: 'x', error: { code: -32600 } });
});

test('E3 a request without a method is refused', async () => {
  await check('{"jsonrpc":"2.0","id":9}', { id: 9, error: { code: -32600 } });
  await check('{"jsonrpc":"2.0","id":9,"method":""}', { id: 9, error: { code: -32600 } });
  await check('{"jsonrpc":"2.0","id":9,"method":5}', { id: 9, error: { code: -32600 } });
});

test('E4 an unknown method is not found', () =>
  check('{"jsonrpc":"2.0","id":7,"method":"no.such"}', {
    id: 7,
    error: { code: -32601, message: 'method not found: no.such' },
  }));

test('E5 an unknown method is not found before auth, too', async () => {
  const raw = await (await openRemote()).stranger();
  for (const method of ['no.such', 'toString', '__proto__']) {
    expect(await raw.ask(method)).toBe('E -32601');
  }
});

test('E6 a notification is carried out and not answered', async () => {
  const raw = await (await openRemote()).raw();
  raw.send({ method: 'fs.write', params: { path: 'told.md', content: 'x' } });
  raw.send({ id: 1, method: 'fs.readText', params: { path: 'told.md' } });
  expect(await raw.next()).toMatchObject({ id: 1, result: { content: 'x' } });
});

test('E7 nothing is said to a notification that fails', async () => {
  await checkSilent('{"jsonrpc":"2.0","method":"no.such"}');
  await checkSilent('{"jsonrpc":"1.0","method":"fs.stat"}');
  await checkSilent('{"jsonrpc":"2.0","method":"fs.stat","params":{"path":5}}');
});

test('E8 an id of null makes a notification', () => checkSilent(`{"id":null,${stat}}`));

test('E9 an id comes back as it was written', async () => {
  for (const id of ['"abc"', '1.5', '12345678901234567890', '1.0', '1e2', '-7', '"\\u00e9"']) {
    const raw = await (await openRemote()).raw();
    const start = raw.chunks.length;
    raw.frame(`{"id": ${id} ,${stat}}`);
    await raw.next();
    const text = Buffer.concat(raw.chunks.slice(start)).toString();
    expect(text).toContain(`"id":${id === '"\\u00e9"' ? '"é"' : id},"result"`);
  }
});

test('E10 members that nobody knows are ignored, and null counts as absent', async () => {
  await check(`{"id":1,"x":{"y":[1]},${stat}}`, { id: 1, result: { type: 'file' } });
  const raw = await (await openRemote()).raw();
  expect(await raw.ask('fs.stat', { path: 'note.md', x: 1 })).toMatchObject({ type: 'file' });
  expect(await raw.ask('fs.stat', { path: null })).toMatchObject({ type: 'folder' });
});

test('E11 a correlation id changes no reply, and a malformed one is ignored', async () => {
  const raw = await (await openRemote()).raw();
  for (const meta of [{ cid: 'feedfacedeadbeef' }, { cid: 5 }, 7, null, [], {}]) {
    expect(await raw.ask('fs.exists', { path: '' }, { meta })).toEqual({ exists: true });
  }
});

test('E12 a batch or a scalar is no request', async () => {
  for (const body of [`[{"id":1,${stat}}]`, '5', '"x"', 'null', 'true']) {
    await check(body, { id: null, error: { code: -32600 } });
  }
});

test('E13 a handler that fails unexpectedly says nothing of why, and the connection stays', async () => {
  const protocol = await openRemote({
    wrap: (vault) => ({
      ...vault,
      as: (caller) => {
        const view = vault.as(caller);
        const stat = () => {
          throw new Error('secret /etc/passwd');
        };
        return { ...view, vault: Object.assign(view.vault, { stat }) };
      },
    }),
  });
  const raw = await protocol.raw();
  raw.send({ id: 1, method: 'fs.stat', params: { path: 'note.md' } });
  const { error } = await raw.reply(1);
  expect(error?.code).toBe(-32603);
  expect(JSON.stringify(error)).not.toContain('secret');
  expect(await raw.isAlive()).toBe(true);
});

test('E14 the result is there, also when there is nothing to say', async () => {
  const raw = await (await openRemote()).raw();
  const start = raw.chunks.length;
  expect(await raw.ask('fs.mkdir', { path: 'new' })).toEqual({});
  expect(await raw.ask('fs.stat', { path: 'missing' })).toBeNull();
  const text = Buffer.concat(raw.chunks.slice(start)).toString();
  expect(text).toContain('"result":{}');
  expect(text).toContain('"result":null');
});

test('E15 missing params are empty ones', async () => {
  const raw = await (await openRemote()).raw();
  for (const params of [undefined, null, {}]) {
    expect(await raw.ask('fs.exists', params)).toEqual({ exists: true });
  }
});

test('E16 params of the wrong type are refused', async () => {
  const raw = await (await openRemote()).raw();
  for (const params of [{ path: 5 }, [], ['note.md'], 'note.md', 7]) {
    expect(await raw.ask('fs.exists', params)).toBe('E -32602');
  }
});

test('of repeated members the last one wins', async () => {
  const raw = await (await openRemote()).raw();
  raw.frame(
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"x","method":"fs.exists","params":{"path":"nope","path":"note.md"}}',
  );
  expect(await raw.next()).toMatchObject({ id: 2, result: { exists: true } });
});
