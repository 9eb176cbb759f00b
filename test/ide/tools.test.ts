import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseVaultPath as p } from '../../src/contract/paths.ts';
import { nothingOpen } from '../../src/contract/workspace.ts';
import type { IdeClient } from '../support/ide-client.ts';
import { ProtocolHome, range } from '../support/ide-protocol.ts';
import { freshFolder } from '../support/vault.ts';

const files = {
  'notes/a.md': 'one\ntwo\nthree\n',
  'notes/b c.md': 'b\n',
  'private/p.md': 'hush\n',
};

async function begin(): Promise<{
  home: ProtocolHome;
  client: IdeClient;
  at: (path: string) => string;
}> {
  const home = await ProtocolHome.open({ files, sharing: { exclude: ['private/**'] } });
  const client = await home.enter();
  return { home, client, at: (path) => join(home.root, path) };
}

test('103 118 the eleven tools in their order, each with a strict schema', async () => {
  const { client } = await begin();
  const { tools } = await client.result('tools/list', { cursor: 'x', _meta: {} });
  const listed = tools as {
    name: string;
    description: string;
    inputSchema: { type: string; additionalProperties: boolean; properties: object };
    annotations: { readOnlyHint: boolean };
  }[];
  expect(listed.map(({ name }) => name)).toEqual([
    'openFile',
    'openDiff',
    'getCurrentSelection',
    'getLatestSelection',
    'getOpenEditors',
    'getWorkspaceFolders',
    'getDiagnostics',
    'checkDocumentDirty',
    'saveDocument',
    'close_tab',
    'closeAllDiffTabs',
  ]);
  for (const { inputSchema, description } of listed) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(description).toMatch(/\.$/);
    for (const property of Object.values(inputSchema.properties)) {
      expect(property).toHaveProperty('description');
    }
  }
  const changing = listed.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(changing.map(({ name }) => name)).toEqual([
    'openDiff',
    'saveDocument',
    'close_tab',
    'closeAllDiffTabs',
  ]);
});

test('104 105 unknown tools, and arguments that are left out', async () => {
  const { client } = await begin();
  for (const name of ['executeCode', 'none', 5]) {
    expect(await client.request('tools/call', { name, arguments: {} })).toMatchObject({
      error: { code: -32601 },
    });
  }
  expect(await client.toolJson('getOpenEditors')).toEqual({ tabs: [] });
  const wrong = await client.request('tools/call', { name: 'openFile', arguments: [] });
  expect(wrong).toMatchObject({ error: { code: -32602 } });
});

test('106 opening a file makes it the active note', async () => {
  const { client, at } = await begin();
  expect(await client.tool('openFile', { filePath: at('notes/a.md') })).toEqual([
    `Opened file: ${at('notes/a.md')}`,
  ]);
  expect(await client.toolJson('getCurrentSelection')).toMatchObject({
    success: true,
    filePath: at('notes/a.md'),
  });
});

test('107 opening a file in the background', async () => {
  const { home, client, at } = await begin();
  home.attach().show('notes/b c.md');
  const args = { filePath: at('notes/a.md'), makeFrontmost: false, startText: '', endText: '' };
  expect(await client.toolJson('openFile', args)).toEqual({
    success: true,
    filePath: at('notes/a.md'),
    fileUrl: pathToFileURL(at('notes/a.md')).href,
    message: `Opened file: ${at('notes/a.md')}`,
    languageId: 'markdown',
    lineCount: 4,
    isDirty: false,
    isUntitled: false,
    isClosed: false,
  });
  const { tabs } = await client.toolJson('getOpenEditors');
  expect(tabs).toMatchObject([
    { label: 'b c.md', isActive: true, isDirty: false, lineCount: 2, languageId: 'markdown' },
    { label: 'a.md', isActive: false, uri: pathToFileURL(at('notes/a.md')).href },
  ]);
});

test('108 URIs, encoded or not, absolute and relative paths', async () => {
  const { client, at } = await begin();
  const said = `Opened file: ${at('notes/b c.md')}`;
  for (const filePath of [
    pathToFileURL(at('notes/b c.md')).href,
    `file://${at('notes/b c.md')}`,
    at('notes/b c.md'),
    'notes/b c.md',
    'notes/../notes/b c.md',
  ]) {
    expect(await client.tool('openFile', { filePath })).toEqual([said]);
  }
});

test('109 a path that is outside, hidden or missing is not found, with the same answer', async () => {
  const { home, client, at } = await begin();
  const outside = join(freshFolder(), 'outside.md');
  writeFileSync(outside, 'hush');
  symlinkSync(outside, at('link.md'));
  const paths = [
    '../outside.md',
    outside,
    'link.md',
    'private/p.md',
    'none.md',
    'notes',
    'a\u0000b',
  ];
  for (const filePath of paths) {
    const result = await client.result('tools/call', { name: 'openFile', arguments: { filePath } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('File not found: ');
  }
  expect(home.engine.as(home.attach().session.caller).workspace.state().open).toEqual([]);
});

test('110 texts that are found, and texts that are not', async () => {
  const { client } = await begin();
  const says = async (args: object, text: string) =>
    expect(await client.tool('openFile', { filePath: 'notes/a.md', ...args })).toEqual([text]);
  await says({ startText: 'two' }, 'Opened file and selected text "two"');
  await says(
    { startText: 'one', endText: 'three' },
    'Opened file and selected text from "one" to "three"',
  );
  await says(
    { startText: 'two', endText: 'one' },
    'Opened file and positioned at "two" (end text "one" not found)',
  );
  await says({ startText: 'four' }, 'Opened file, but text "four" not found');
  await says({ startText: 'two', makeFrontmost: false }, 'Opened file and selected text "two"');
  await client.tool('openFile', { filePath: 'notes/a.md', startLine: 2, endLine: 3 });
  expect(await client.toolJson('getCurrentSelection')).toMatchObject({ text: 'two\nthree' });
});

test('111 without an active note there is no selection, and that is no error', async () => {
  const { client } = await begin();
  expect(await client.toolJson('getCurrentSelection')).toEqual({
    success: false,
    message: 'No active editor found',
  });
  expect(await client.toolJson('getLatestSelection')).toEqual({
    success: false,
    message: 'No selection available',
  });
});

test('112 the latest selection outlives its deselection', async () => {
  const { home, client, at } = await begin();
  const editor = home.attach();
  editor.show('notes/a.md', range(1, 0, 1, 3), 'two');
  editor.show('notes/b c.md', range(0, 0, 0, 0));
  expect(await client.toolJson('getLatestSelection')).toEqual({
    success: true,
    text: 'two',
    filePath: at('notes/a.md'),
    fileUrl: pathToFileURL(at('notes/a.md')).href,
    selection: { ...range(1, 0, 1, 3), isEmpty: false },
  });
});

test('113 the folder of the vault', async () => {
  const { home, client } = await begin();
  expect(await client.toolJson('getWorkspaceFolders')).toEqual({
    success: true,
    folders: [{ name: 'Vault', uri: pathToFileURL(home.root).href, path: home.root, index: 0 }],
    rootPath: home.root,
    workspaceFile: null,
  });
});

test('114 115 closed notes are neither dirty nor saved', async () => {
  const { client, at } = await begin();
  const before = readFileSync(at('notes/a.md'));
  for (const tool of ['checkDocumentDirty', 'saveDocument']) {
    expect(await client.toolJson(tool, { filePath: at('notes/a.md') })).toEqual({
      success: false,
      message: `Document not open: ${at('notes/a.md')}`,
    });
  }
  expect(readFileSync(at('notes/a.md'))).toEqual(before);
});

test('an open note is saved by the editor that holds it, never by us', async () => {
  const { home, client, at } = await begin();
  const editor = home.attach();
  const hold = (dirty: boolean) =>
    editor.workspace.report(editor.ref, 'editor', {
      ...nothingOpen,
      open: [p('notes/a.md')],
      dirty: dirty ? [p('notes/a.md')] : [],
    });
  const filePath = at('notes/a.md');
  hold(true);
  expect(await client.toolJson('checkDocumentDirty', { filePath })).toEqual({
    success: true,
    filePath,
    isDirty: true,
    isUntitled: false,
  });
  const stop = home.engine.workspace.events.on(({ kind }) => {
    if (kind === 'save-wanted') hold(false);
  });
  expect(await client.toolJson('saveDocument', { filePath })).toEqual({
    success: true,
    filePath,
    saved: true,
    message: 'Document saved successfully',
  });
  stop();
  expect(await client.toolJson('saveDocument', { filePath })).toMatchObject({
    saved: false,
    message: 'Document was not dirty or save failed',
  });
  expect(readFileSync(filePath, 'utf8')).toBe(files['notes/a.md']);
});

test('116 117 closing what is not open', async () => {
  const { client } = await begin();
  expect(await client.tool('close_tab', { tab_name: 'none' })).toEqual(['TAB_CLOSED']);
  const missing = await client.request('tools/call', { name: 'close_tab', arguments: {} });
  expect(missing).toMatchObject({ error: { code: -32602 } });
  expect(await client.tool('closeAllDiffTabs', {})).toEqual(['CLOSED_0_DIFF_TABS']);
});

test('118 unknown arguments are ignored', async () => {
  const { client } = await begin();
  expect(await client.tool('close_tab', { tab_name: 'x', newer: [1] })).toEqual(['TAB_CLOSED']);
});
