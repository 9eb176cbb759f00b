import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, McpHome, P, toData } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const read = async (uri: string): Promise<Data> => {
  const { contents } = await mcp.client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: 'application/json' });
  return toData(JSON.parse(content !== undefined && 'text' in content ? content.text : ''));
};

const refused = async (uri: string): Promise<Data> => {
  try {
    await mcp.client.readResource({ uri });
  } catch (thrown) {
    return toData(thrown instanceof Error && 'data' in thrown ? thrown.data : {});
  }
  return expect.unreachable(uri);
};

test('32 without an app there may be no active file', () =>
  mcp.fails(
    'get_note',
    { format: 'content', target: { type: 'active' } },
    'no_active_file',
    -32001,
  ));

test('the layout of the app tells the active file', async () => {
  const leaf = { id: 'x', type: 'leaf', state: { state: { file: 'sec.md' } } };
  const main = { type: 'split', children: [{ type: 'tabs', children: [leaf] }] };
  mcp.write({ '.obsidian/workspace.json': JSON.stringify({ main, active: 'x' }) });
  const active = { format: 'content', target: { type: 'active' } };
  expect((await mcp.result('get_note', active)).path).toBe('sec.md');
  mcp.write({
    '.obsidian/workspace.json': JSON.stringify({ lastOpenFiles: ['gone.md', 'fm.md'] }),
  });
  expect((await mcp.result('get_note', active)).path).toBe('fm.md');
});

test('193 opening without an app gives the link', async () => {
  const opened = await mcp.ok('open_in_ui', { path: 'README.md' });
  expect(opened).toMatchObject({ path: 'README.md', opened: false, createdIfMissing: false });
  expect(opened.notice).toContain('obsidian://open?vault=vault&file=README.md');
  const [text] = await mcp.says('open_in_ui', { path: 'README.md' });
  expect(text).toBe('**Opened README.md**\n*Opened:* false\n*Created if missing:* false');
});

test('33 what was opened is active', async () => {
  await mcp.ok('open_in_ui', { path: 'README.md' });
  const active = { format: 'content', target: { type: 'active' } };
  expect((await mcp.result('get_note', active)).path).toBe('README.md');
  await mcp.ok('delete_note', { target: P('README.md') });
  await mcp.fails('get_note', active, 'no_active_file');
});

test('194 a missing note is not opened', async () => {
  const error = await mcp.fails('open_in_ui', { path: 'README.txt' }, 'note_missing');
  expect(toData(error.recovery).hint).toMatch(/^Did you mean: "README\.md"\?/);
  expect(error.message).toMatch(/^Cannot open 'README.txt' — file does not exist\./);
});

test('195 unless it may be made', async () => {
  expect(await mcp.ok('open_in_ui', { path: 'zz.md', failIfMissing: false })).toMatchObject({
    createdIfMissing: true,
  });
  expect(mcp.text('zz.md')).toBe('');
});

test('196 commands are off', async () => {
  const result = await mcp.call('list_commands');
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'MCP error -32602: Tool obsidian_list_commands not found' }],
  });
  expect(result.structuredContent).toBeUndefined();
});

test('197 an unknown command', async () => {
  const enabled = await McpHome.open({ env: { OBSIDIAN_ENABLE_COMMANDS: 'true' } });
  try {
    const error = await enabled.fails(
      'execute_command',
      { commandId: 'nope' },
      'command_unknown',
      -32001,
    );
    expect(error.commandId).toBe('nope');
    const hint = 'vaultd plugin install';
    expect(JSON.stringify(error.recovery)).toContain(hint);
    const listed = await enabled.ok('list_commands');
    expect(listed.commands).toEqual([]);
    expect(listed.notice).toContain(hint);
    enabled.write({ 'a.md': '' });
    const shown = await enabled.ok('open_in_ui', { path: 'a.md' });
    expect(shown.opened).toBe(false);
    expect(shown.notice).toContain(hint);
  } finally {
    await enabled.close();
  }
});

test('198 notes by their address', async () => {
  mcp.write({ 'My Note.md': 'mine', '100%.md': 'all' });
  expect(await read('obsidian://vault/My%20Note.md')).toMatchObject({
    path: 'My Note.md',
    content: 'mine',
    frontmatter: {},
    tags: [],
  });
  expect((await read('obsidian://vault/100%.md')).content).toBe('all');
});

test('199 the address is exact', async () => {
  expect((await refused('obsidian://vault/projects/plan.md')).reason).toBe('note_missing');
  expect(await refused('obsidian://vault/README')).not.toHaveProperty('suggestions');
  expect((await refused('obsidian://vault/Projects')).reason).toBe('path_is_directory');
});

test('200 an address does not lead out', async () => {
  const { reason } = await refused('obsidian://vault/%2e%2e/x');
  expect(['path_traversal', 'note_missing']).toContain(reason);
});

test('201 all tags', async () => {
  const { tags } = await read('obsidian://tags');
  expect(tags).toEqual(
    expect.arrayContaining([
      { name: 'work', count: 2 },
      { name: 'x', count: 1 },
    ]),
  );
});

test('202 the status', async () => {
  expect(await read('obsidian://status')).toMatchObject({
    status: 'OK',
    service: 'vaultd',
    authenticated: true,
  });
});

test('resources and prompts are listed', async () => {
  const { resources } = await mcp.client.listResources();
  expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
    ['obsidian://tags', 'obsidian-tags'],
    ['obsidian://status', 'obsidian-status'],
  ]);
  const { resourceTemplates } = await mcp.client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([
    { uriTemplate: 'obsidian://vault/{+path}', name: 'obsidian-vault-note' },
  ]);
  expect(await mcp.client.listPrompts()).toMatchObject({ prompts: [] });
  await expect(mcp.client.getPrompt({ name: 'x' })).rejects.toMatchObject({ code: -32602 });
});
