import { afterAll, beforeAll, expect, test } from 'vitest';
import { BundleHome, type BundleProcess } from '../support/bundle.ts';

/*
 * Every sentence of the contract that the bundle began with, each as a check of its own. Those about
 * time are measured by `npm run bench`; docs/mcp.md says so.
 */

let home: BundleHome;
let server: BundleProcess;
beforeAll(async () => {
  home = new BundleHome();
  server = await home.start();
});
afterAll(() => home.close());

const initialize = {
  protocolVersion: '2024-11-05',
  capabilities: {},
  clientInfo: { name: 'Claude Desktop', version: '1.0.0' },
};
const parse = (line: string): Record<string, unknown> => JSON.parse(line);

const check = (sentence: string, run: () => Promise<void>) => test(sentence, run);

check('stdin: the server reads JSON-RPC requests line by line', async () => {
  const fresh = await home.start();
  const [one, two] = [1, 2].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
  fresh.write(`${one}\n${two}\n`);
  await fresh.until(() => fresh.lines.some((line) => parse(line).id === 2), 'both answers');
  expect(fresh.lines.map(parse)).toContainEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

check('stdout: one JSON-RPC message per line, and nothing else', async () => {
  await server.ok('create_note', { name: 'Lines', content: 'a\nb' });
  for (const line of server.lines) expect(parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

check('stderr: logs, never JSON-RPC messages', async () => {
  await server.ok('read_note', { name: 'Root' });
  expect(server.log.length).toBeGreaterThan(0);
  for (const entry of server.log) expect(entry).not.toHaveProperty('jsonrpc');
});

check('initialize answers with version, the tools capability and the server info', async () => {
  const fresh = await home.start({ revision: false });
  expect((await fresh.request('initialize', initialize)).result).toMatchObject({
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'obsidian-mcp', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  });
});

check('the handshake comes before tool calls', async () => {
  const fresh = await home.start({ revision: false });
  const call = { name: 'obsidian_read_note', arguments: { name: 'Root' } };
  expect((await fresh.request('tools/call', call)).error?.code).toBe(-32600);
});

check('tools/list returns tool definitions with schemas', async () => {
  const { result } = await server.request('tools/list', {});
  const tools = [result?.tools].flat();
  expect(tools).toContainEqual(
    expect.objectContaining({
      name: 'obsidian_create_note',
      inputSchema: expect.objectContaining({
        type: 'object',
        required: ['name'],
        properties: expect.objectContaining({
          name: expect.objectContaining({ type: 'string' }),
          content: expect.objectContaining({ type: 'string' }),
          overwrite: expect.objectContaining({ type: 'boolean' }),
        }),
      }),
    }),
  );
});

check(
  'nine file tools: create, read, append, prepend, delete, move, rename, open, file_info',
  async () => {
    const { result } = await server.request('tools/list', {});
    expect([result?.tools].flat()).toHaveLength(9);
  },
);

check('a success is a text of {"success":true,"data":…} with path and created', async () => {
  const call = {
    name: 'obsidian_create_note',
    arguments: { name: 'Meeting Notes', content: '# Meeting Notes\n\n- Agenda item 1' },
  };
  const { result } = await server.request('tools/call', call);
  const [content] = [result?.content].flat();
  expect(JSON.parse(String(Object(content).text))).toMatchObject({
    success: true,
    data: { path: 'Meeting Notes.md', created: true },
  });
  expect(home.text('Meeting Notes.md')).toBe('# Meeting Notes\n\n- Agenda item 1');
});

check('a failure is a JSON-RPC error with code, message and data.errorCode', async () => {
  const call = { name: 'obsidian_read_note', arguments: { name: 'Nobody' } };
  expect((await server.request('tools/call', call)).error).toMatchObject({
    code: -32003,
    message: expect.any(String),
    data: { errorCode: 'FILE_NOT_FOUND' },
  });
});

check('-32700 Parse error', async () => {
  const fresh = await home.start();
  fresh.write('{broken\n');
  await fresh.until(() => fresh.lines.some((line) => line.includes('-32700')), 'the error');
});

check('-32600 Invalid Request', async () => {
  const fresh = await home.start();
  fresh.write('{"jsonrpc":"1.0","id":1,"method":"ping"}\n');
  await fresh.until(() => fresh.lines.some((line) => line.includes('-32600')), 'the error');
});

check('-32601 Method not found', async () => {
  expect((await server.request('no/such')).error?.code).toBe(-32601);
});

check('-32602 Invalid params', async () => {
  await server.fails('create_note', { content: 'x' }, -32602, 'INVALID_PARAMS');
});

check('-32000 a generic application error', async () => {
  await server.fails('create_note', { name: 'Root' }, -32000, 'FILE_EXISTS');
});

check('-32001 Obsidian not running', async () => {
  const { message } = await server.fails(
    'open_note',
    { name: 'Root' },
    -32001,
    'OBSIDIAN_NOT_RUNNING',
  );
  expect(message).toMatch(/not running.*start Obsidian and try again/);
});

check('-32002 Vault not found', async () => {
  await server.fails('read_note', { name: 'Root', vault: 'None' }, -32002, 'VAULT_NOT_FOUND');
});

check('-32003 File not found', async () => {
  await server.fails('file_info', { path: 'no.md' }, -32003, 'FILE_NOT_FOUND');
});

check('-32004 Ambiguous name', async () => {
  await server.fails('read_note', { name: 'Beta' }, -32004, 'AMBIGUOUS_NAME');
});

check('-32005 Permission denied', async () => {
  await server.fails('create_note', { name: '.obsidian/x' }, -32005, 'PATH_FORBIDDEN');
});

check('exit: operations in flight are completed, then the process ends', async () => {
  const fresh = await home.start();
  const call = { name: 'obsidian_append_note', arguments: { name: 'Root', content: 'last' } };
  const answered = fresh.request('tools/call', call);
  fresh.send({ jsonrpc: '2.0', method: 'exit' });
  expect((await answered).error).toBeUndefined();
  expect(await fresh.exited()).toBe(0);
  expect(home.text('Root.md')).toContain('last');
});

check('EOF on stdin without exit: the server shuts down gracefully', async () => {
  const fresh = await home.start();
  fresh.process.stdin?.end();
  expect(await fresh.exited()).toBe(0);
});

check('parameters are validated and sanitised', async () => {
  for (const name of ['../x', '/etc/x', 'a\u0000b', 'CON', 'a:b']) {
    const call = { name: 'obsidian_create_note', arguments: { name } };
    expect((await server.request('tools/call', call)).error?.code).toBe(-32602);
  }
});
