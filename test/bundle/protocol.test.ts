import { afterAll, beforeAll, expect, test } from 'vitest';
import { BundleHome, type BundleProcess } from '../support/bundle.ts';
import { until } from '../support/until.ts';

let home: BundleHome;
let shared: BundleProcess;
beforeAll(async () => {
  home = new BundleHome();
  shared = await home.start();
});
afterAll(() => home.close());

const initialize = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

test('1 3 8 before initialize in the first revision nothing is listed, and unknown requests are refused', async () => {
  const server = await home.start({ revision: false });
  expect((await server.request('tools/list')).error).toMatchObject({
    code: -32600,
    data: { errorCode: 'NOT_INITIALIZED' },
  });
  expect((await server.request('server/discover')).error).toMatchObject({
    code: -32601,
    data: { errorCode: 'METHOD_NOT_FOUND' },
  });
  const { result } = await server.request('initialize', initialize('2024-11-05'));
  expect(result).toMatchObject({
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'obsidian-mcp' },
  });
});

test('2 initialize in a revision that never was', async () => {
  const server = await home.start({ revision: false });
  const { result } = await server.request('initialize', initialize('1999-01-01'));
  expect(result?.protocolVersion).toBe('2025-11-25');
});

test('2 initialize in a later revision; from 2025-06-18 on the data is structured content too', async () => {
  const server = await home.start({ revision: false });
  const { result } = await server.request('initialize', initialize('2025-06-18'));
  expect(result?.protocolVersion).toBe('2025-06-18');
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const read = await server.call('read_note', { name: 'Root' });
  expect(read.result?.structuredContent).toMatchObject({
    success: true,
    data: { path: 'Root.md' },
  });
  const old = await shared.call('read_note', { name: 'Root' });
  expect(old.result).not.toHaveProperty('structuredContent');
});

test('4 a second initialize', async () => {
  const { error } = await shared.request('initialize', initialize('2024-11-05'));
  expect(error).toMatchObject({ code: -32600, data: { errorCode: 'INVALID_REQUEST' } });
});

const theNine = [
  'obsidian_create_note',
  'obsidian_read_note',
  'obsidian_append_note',
  'obsidian_prepend_note',
  'obsidian_delete_note',
  'obsidian_move_note',
  'obsidian_rename_note',
  'obsidian_open_note',
  'obsidian_file_info',
];

test('5 tools/list has the nine tools in every host, without combinators at the top', async () => {
  for (const host of ['files', 'app', 'auto']) {
    const server = await home.start({ args: ['--host', host] });
    const tools = await server.tools();
    expect(tools.map(({ name }) => name)).toEqual(theNine);
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(Object(inputSchema))).not.toContain('oneOf');
      expect(Object.keys(Object(inputSchema))).not.toContain('anyOf');
      expect(Object.keys(Object(inputSchema))).not.toContain('allOf');
    }
    await server.stop('SIGKILL');
  }
});

test('5 titles and hints are told from the second revision on', async () => {
  const [first] = await shared.tools();
  expect(first).not.toHaveProperty('annotations');
  const server = await home.start({ revision: '2025-03-26' });
  for (const tool of await server.tools()) {
    expect(tool).toMatchObject({
      title: expect.any(String),
      annotations: { openWorldHint: false, readOnlyHint: expect.any(Boolean) },
    });
  }
});

test('6 a garbage line, then a ping', async () => {
  const garbage = shared.next();
  shared.write('{"jsonrpc":\n');
  expect(await garbage).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await shared.request('ping')).toMatchObject({ result: {} });
});

test('7 what is not a request', async () => {
  for (const [line, id] of [
    ['[]', null],
    ['{"id":1}', 1],
    ['{"jsonrpc":"1.0","id":2,"method":"ping"}', 2],
    ['"ping"', null],
    ['{"jsonrpc":"2.0","id":3,"method":7}', 3],
  ] as const) {
    const answer = shared.next();
    shared.write(`${line}\n`);
    expect(await answer, line).toMatchObject({ id, error: { code: -32600 } });
  }
});

test('8 unknown requests are refused, unknown notifications are passed over', async () => {
  const before = shared.lines.length;
  shared.send({ jsonrpc: '2.0', method: 'notifications/nobody-knows' });
  shared.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'obsidian_read_note' } });
  expect((await shared.request('resources/list')).error?.code).toBe(-32601);
  expect(shared.lines.length).toBe(before + 1);
});

test('9 ids are echoed digit by digit', async () => {
  for (const id of [
    '"a"',
    '0',
    '9007199254740993',
    '-12345678901234567890',
    '"9007199254740993"',
  ]) {
    const answered = shared.lines.length;
    shared.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
    await until(() => shared.lines.length > answered, 'an answer');
    expect(shared.lines.at(-1)).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
  }
});

test('10 ids that are none', async () => {
  for (const id of ['null', '1.5', 'true', '{}', '1e400']) {
    const answer = shared.next();
    shared.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
    expect(await answer, id).toMatchObject({ id: null, error: { code: -32600 } });
  }
});

test('11 two requests in one write, one request in three', async () => {
  const both = [shared.next(({ id }) => id === 1), shared.next(({ id }) => id === 2)];
  const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  shared.write(`${ping(1)}\n${ping(2)}\r\n\n`);
  expect((await Promise.all(both)).map(({ result }) => result)).toEqual([{}, {}]);
  const third = shared.next(({ id }) => id === 3);
  for (const part of [ping(3).slice(0, 10), ping(3).slice(10, 20), `${ping(3).slice(20)}\n`]) {
    await new Promise((resolve) => shared.process.stdin?.write(part, resolve));
  }
  expect(await third).toMatchObject({ result: {} });
});

test('a line that is too long is refused once, and the next one is served', async () => {
  const refused = shared.next(({ id }) => id === null);
  shared.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);
  expect(await refused).toMatchObject({ error: { code: -32600 } });
  expect(await shared.request('ping')).toMatchObject({ result: {} });
});

test('12 an unknown tool', () => shared.fails('fly', {}, -32602, 'UNKNOWN_TOOL'));

test('13 an argument that nobody knows is named', async () => {
  const { message } = await shared.fails(
    'read_note',
    { name: 'Root', foo: 1 },
    -32602,
    'INVALID_PARAMS',
  );
  expect(message).toContain('foo');
});

test('other names of tools and arguments are accepted and not listed', async () => {
  home.write({ 'A.md': 'a' });
  expect(await shared.ok('append_to_note', { name: 'A', content: 'b' })).toMatchObject({ size: 3 });
  expect(await shared.ok('get_file_info', { name: 'A' })).toMatchObject({ path: 'A.md' });
  expect(await shared.ok('rename_note', { name: 'A', to: 'B' })).toMatchObject({ to: 'B.md' });
});

test('a cancelled call is not answered', async () => {
  const before = shared.lines.length;
  shared.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'obsidian_read_note', arguments: { name: 'Root' } } })}\n` +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } })}\n`,
  );
  await shared.call('read_note', { name: 'Root' });
  expect(shared.lines.slice(before).filter((line) => line.includes('"id":"c"'))).toEqual([]);
});

test('84 with --errors=tool a failure is a result', async () => {
  const server = await home.start({ args: ['--errors=tool'] });
  const { result, error } = await server.call('read_note', { name: 'Nobody' });
  expect(error).toBeUndefined();
  expect(result?.isError).toBe(true);
  const [item] = Array.isArray(result?.content) ? result.content : [];
  expect(JSON.parse(item.text)).toMatchObject({
    success: false,
    error: { code: -32003, data: { errorCode: 'FILE_NOT_FOUND' } },
  });
});

test('86 a made-up toolset', async () => {
  const other = await home.start({
    command: [new URL('../../bin/vaultd', import.meta.url).pathname, 'mcp', '--toolset', 'none'],
    revision: false,
  });
  expect(await other.exited()).toBe(2);
  expect(other.lines).toEqual([]);
  expect(other.stderr).toContain('toolset');
});
