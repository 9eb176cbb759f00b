import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, ProtocolHome, range } from '../support/ide-protocol.ts';

const files = {
  'notes/a.md': 'one\ntwo\n',
  'my folder/b c.md': 'b\n',
  'private/p.md': 'hush\n',
  'pic.png': Buffer.from([0xff, 0xd8, 0xff]),
};

async function begin(settings = {}) {
  const home = await ProtocolHome.open({ files, settings, sharing: { exclude: ['private/**'] } });
  return { home, client: await home.enter() };
}

test('147 files are read by vault paths, with or without a slash first, and by absolute ones', async () => {
  const { home, client } = await begin();
  for (const path of ['/notes/a.md', 'notes/a.md', join(home.root, 'notes/a.md')]) {
    expect(await client.result('files/read', { path })).toEqual({ content: 'one\ntwo\n' });
  }
});

test('148 what cannot be read', async () => {
  const { client } = await begin();
  expect(await client.request('files/read', {})).toMatchObject({
    error: { code: -32602, message: 'File path is required' },
  });
  for (const path of [
    'none.md',
    '../x',
    'notes',
    'pic.png',
    'private/p.md',
    '/etc/hosts',
    'a\u0007b',
  ]) {
    expect(await client.request('files/read', { path })).toMatchObject({
      error: { code: -32603, message: `File not found: ${path}` },
    });
  }
});

test('a file that does not fit into a message is too large', async () => {
  const home = await ProtocolHome.open({
    files: { 'big.md': 'x'.repeat(100_000) },
    settings: { messageBytesMax: 50_000 },
  });
  const client = await home.enter();
  expect(await client.request('files/read', { path: 'big.md' })).toMatchObject({
    error: { code: -32600, message: 'Response too large' },
  });
});

test('149 the selection, with its cursor', async () => {
  const { home, client } = await begin();
  expect(await client.request('workspace/selection')).toMatchObject({
    error: { code: -32603, message: 'No active markdown view' },
  });
  home.attach().show('notes/a.md', range(0, 1, 1, 2), 'ne\ntw');
  expect(await client.result('workspace/selection')).toEqual({
    selection: 'ne\ntw',
    cursor: { line: 1, ch: 2 },
    filePath: join(home.root, 'notes/a.md'),
    range: range(0, 1, 1, 2),
  });
});

test('150 resources are the active note and those that were open, but none that is excluded', async () => {
  const { home, client } = await begin();
  const editor = home.attach();
  for (const path of ['private/p.md', 'my folder/b c.md', 'notes/a.md']) editor.show(path);
  const { resources } = await client.result('resources/list');
  expect((resources as { uri: string }[]).map(({ uri }) => uri)).toEqual([
    'vault://current',
    'vault://note/notes/a.md',
    'vault://note/my%20folder/b%20c.md',
  ]);
  expect(await client.result('resources/templates/list')).toMatchObject({
    resourceTemplates: [{ uriTemplate: 'vault://note/{+path}' }],
  });
});

test('151 152 resources are read, and what is hidden or unknown is not found', async () => {
  const { home, client } = await begin();
  home.attach().show('notes/a.md');
  const uri = 'vault://note/my%20folder/b%20c.md';
  expect(await client.result('resources/read', { uri })).toEqual({
    contents: [{ uri, mimeType: 'text/markdown', text: 'b\n' }],
  });
  expect(await client.result('resources/read', { uri: 'vault://current' })).toEqual({
    contents: [{ uri: 'vault://note/notes/a.md', mimeType: 'text/markdown', text: 'one\ntwo\n' }],
  });
  const unknown = ['vault://note/private/p.md', 'vault://note/none.md', 'vault://note/../x', 'x:y'];
  for (const each of unknown) {
    expect(await client.request('resources/read', { uri: each })).toMatchObject({
      error: { code: -32002, message: `Resource not found: ${each}` },
    });
  }
  expect(await client.request('resources/read', {})).toMatchObject({ error: { code: -32602 } });
});

test('153 prompts', async () => {
  const { home, client } = await begin();
  home.attach().show('notes/a.md');
  const { prompts } = await client.result('prompts/list');
  expect((prompts as { name: string }[]).map(({ name }) => name)).toEqual([
    'daily',
    'backlinks',
    'fix-links',
  ]);
  for (const name of ['daily', 'backlinks', 'fix-links']) {
    expect(await client.result('prompts/get', { name })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: expect.any(String) } }],
    });
  }
  expect(await client.request('prompts/get', { name: 'x' })).toMatchObject({
    error: { code: -32602 },
  });
});

test('connected clients hear of what is switched off', async () => {
  const { home, client } = await begin();
  home.protocol.reconfigure({ ...defaultSettings, lockDirs: [home.lockDir], prompts: false });
  await expect
    .poll(() => client.messages.at(-1))
    .toMatchObject({
      method: 'notifications/resources/list_changed',
    });
  expect(await client.result('prompts/list')).toEqual({ prompts: [] });
});
