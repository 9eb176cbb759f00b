import { expect, test } from 'vitest';
import { ideLimits } from '../../src/contract/limits.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';

const codeOf = (answer: { error?: { code: number } }) => answer.error?.code;

test('58 59 the id 0 is an id', async () => {
  const client = await (await ProtocolHome.open()).open();
  expect(await client.request('initialize', {})).toMatchObject({ id: 0, result: {} });
  client.send({ jsonrpc: '2.0', id: 0, method: 'no/such' });
  await expect.poll(() => client.messages.at(-1)).toMatchObject({ id: 0, error: { code: -32601 } });
});

test('60 ids come back exactly as they were sent', async () => {
  const client = await (await ProtocolHome.open()).open();
  const raw: string[] = [];
  client.socket.on('message', (data) => raw.push(String(data)));
  const ids = ['"a"', '1.5', '"\\u00e4"', '12345678901234567890', '-0', '1e3'];
  for (const id of ids) client.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  await expect.poll(() => raw.length).toBe(ids.length);
  const sent = ids.map((id) => (id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id));
  expect(raw).toEqual(sent.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`));
});

const answers = async (message: string, id: unknown, code: number) => {
  const client = await (await ProtocolHome.open()).enter();
  const before = client.messages.length;
  client.send(message);
  await expect.poll(() => client.messages.length).toBe(before + 1);
  expect(client.messages.at(-1)).toMatchObject({ id, error: { code } });
  expect(await client.request('ping')).toMatchObject({ result: {} });
};

test('61 what is not JSON', () => answers('this is not json', null, -32700));
test('62 an empty batch', () => answers('[]', null, -32600));
test('62 a batch', () => answers('[{"jsonrpc":"2.0","id":5,"method":"ping"}]', null, -32600));
test('62 a string', () => answers('"x"', null, -32600));
test('62 another version', () => answers('{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600));
test('62 a method that is no string', () =>
  answers('{"jsonrpc":"2.0","id":"q","method":5}', 'q', -32600));
test('62 an id that is none', () =>
  answers('{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600));
test('a message that is nested too deep', () =>
  answers(
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(70)}${']'.repeat(70)}}`,
    null,
    -32600,
  ));

test('63 64 notifications are never answered, unknown or malformed', async () => {
  const client = await (await ProtocolHome.open()).enter();
  client.messages.length = 0;
  client.notify('no/such');
  client.notify('notifications/initialized', 'wrong');
  client.notify('ide_connected', { pid: 'x' });
  client.notify('notifications/cancelled', {});
  await client.request('ping');
  expect(client.messages.filter((each) => 'id' in each && !('method' in each))).toHaveLength(1);
});

test('65 what newer clients may ask for is not known', async () => {
  const client = await (await ProtocolHome.open()).enter();
  for (const method of ['server/discover', 'logging/setLevel', 'completion/complete', 'toString']) {
    expect(codeOf(await client.request(method, {}))).toBe(-32601);
  }
});

test('66 the other name of initialized, with and without an id', async () => {
  const client = await (await ProtocolHome.open()).open();
  await client.request('initialize', {});
  client.notify('initialized');
  expect(await client.request('initialized')).toMatchObject({ result: {} });
  expect(client.messages).toHaveLength(2);
});

test('67 68 69 what is answered before and after the handshake', async () => {
  const client = await (await ProtocolHome.open()).open();
  expect(await client.request('ping')).toMatchObject({ result: {} });
  expect(codeOf(await client.request('tools/list'))).toBe(-32600);
  expect(await client.request('initialize', {})).toMatchObject({ result: {} });
  expect(codeOf(await client.request('initialize', {}))).toBe(-32600);
  expect(await client.request('tools/list')).toMatchObject({ result: {} });
});

test('70 an answer to nothing is ignored', async () => {
  const client = await (await ProtocolHome.open()).enter();
  client.send({ jsonrpc: '2.0', id: 'none', result: {} });
  client.send({ jsonrpc: '2.0', id: 's1', error: { code: -1, message: 'no' } });
  expect(await client.request('ping')).toMatchObject({ result: {} });
});

test('71 a hundred bad messages in a row end the connection, a good one between them does not', async () => {
  const home = await ProtocolHome.open();
  const patient = await home.enter();
  for (let i = 0; i < 99; i++) patient.send('bad');
  await patient.request('ping');
  for (let i = 0; i < 99; i++) patient.send('bad');
  expect(await patient.request('ping')).toMatchObject({ result: {} });
  for (let i = 0; i < 100; i++) patient.send('bad');
  expect(await patient.closed()).toBe(1008);
});

test('a client that sends no initialize is disconnected', async () => {
  const client = await (await ProtocolHome.open({ limits: { initializeMs: 200 } })).open();
  expect(await client.closed()).toBe(1006);
});

const negotiates = async (offered: unknown, version: string) => {
  const client = await (await ProtocolHome.open()).open();
  const params = offered === undefined ? {} : { protocolVersion: offered };
  expect(await client.result('initialize', params)).toMatchObject({ protocolVersion: version });
};

for (const version of ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  test(`72 ${version} is spoken`, () => negotiates(version, version));
}
for (const version of ['2026-07-28', '1999-01-01', '', 7]) {
  test(`73 ${JSON.stringify(version)} is answered with one that the client takes`, () =>
    negotiates(version, '2025-06-18'));
}
test('74 no version is the oldest one', () => negotiates(undefined, '2024-11-05'));

test('what we say about ourselves', async () => {
  const client = await (await ProtocolHome.open()).open();
  expect(await client.result('initialize', {})).toMatchObject({
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: true },
    },
    serverInfo: { name: 'vaultd', version: '1.2.3' },
    instructions: expect.stringContaining('"Vault"'),
  });
});

test('of a long name of a client only the beginning is kept', async () => {
  const home = await ProtocolHome.open();
  const clientInfo = { name: 'n'.repeat(10_000), version: 7 };
  await (await home.open()).result('initialize', { clientInfo });
  expect(home.sessions.list().map(({ caller }) => caller.client)).toEqual([
    'n'.repeat(ideLimits.clientNameLengthMax),
  ]);
});

test('75 without resources they are not declared, and their list is empty all the same', async () => {
  const client = await (await ProtocolHome.open({ settings: { resources: false } })).open();
  const { capabilities } = await client.result('initialize', {});
  expect(capabilities).not.toHaveProperty('resources');
  expect(await client.result('resources/list')).toEqual({ resources: [] });
});

test('76 instructions are cut at a word', async () => {
  const home = await ProtocolHome.open({ settings: { instructions: 'word '.repeat(1000) } });
  const { instructions } = await (await home.open()).result('initialize', {});
  expect(String(instructions).length).toBeLessThanOrEqual(1500);
  expect(String(instructions)).toMatch(/ word$/);
});

test('more than 64 requests at once are all answered, in their order', async () => {
  const client = await (await ProtocolHome.open()).enter();
  client.messages.length = 0;
  for (let i = 0; i < 500; i++) client.send({ jsonrpc: '2.0', id: `r${i}`, method: 'ping' });
  await client.answer('r499');
  const ids = client.messages.flatMap(({ id, result }) => (result === undefined ? [] : [id]));
  expect(ids).toEqual(Array.from({ length: 500 }, (_, i) => `r${i}`));
});
