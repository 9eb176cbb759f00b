import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type BundleProcess, shareBundle } from '../support/bundle.ts';

const { home, begin } = shareBundle();
let server: BundleProcess;
beforeEach(async () => {
  server = await begin();
});

test('14 create', async () => {
  const { result } = await server.call('create_note', {
    name: 'Meeting Notes',
    content: '# Meeting Notes\n\n- Agenda item 1',
  });
  expect(result?.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  const [{ text }] = Array.isArray(result?.content) ? result.content : [];
  expect(text.startsWith('{"success":true,"data":{"path":"Meeting Notes.md","created":true,')).toBe(
    true,
  );
  expect(home.text('Meeting Notes.md')).toBe('# Meeting Notes\n\n- Agenda item 1');
});

test('15 the same again', async () => {
  await server.ok('create_note', { name: 'Meeting Notes', content: 'a' });
  await server.fails('create_note', { name: 'Meeting Notes', content: 'b' }, -32000, 'FILE_EXISTS');
  expect(home.text('Meeting Notes.md')).toBe('a');
  expect(home.has('Meeting Notes 1.md')).toBe(false);
});

test('16 the same with overwrite, the old bytes in the journal', async () => {
  await server.ok('create_note', { name: 'N', content: 'bytes of old' });
  const data = await server.ok('create_note', { name: 'N', content: 'new', overwrite: true });
  expect(data).toMatchObject({ created: false, overwritten: true, size: 3 });
  expect(home.text('N.md')).toBe('new');
  const kept = readdirSync(join(home.base, 'state'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pack'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(kept.join()).toContain('bytes of old');
});

test('17 folders are made', async () => {
  expect(await server.ok('create_note', { name: 'Sub/Deep/N' })).toMatchObject({
    path: 'Sub/Deep/N.md',
  });
  expect(home.text('Sub/Deep/N.md')).toBe('');
});

test('18 a path, and a name in a folder', async () => {
  expect(await server.ok('create_note', { name: 'N.md' })).toMatchObject({ path: 'N.md' });
  expect(await server.ok('create_note', { name: 'N', path: 'Sub' })).toMatchObject({
    path: 'Sub/N.md',
  });
  expect(await server.ok('create_note', { name: 'M', path: 'Sub/' })).toMatchObject({
    path: 'Sub/M.md',
  });
  await server.fails('create_note', { name: 'A/N', path: 'Sub' }, -32602, 'INVALID_PARAMS');
});

test("19 the vault's folder for new notes", async () => {
  await begin({
    '.obsidian/app.json': JSON.stringify({ newFileLocation: 'folder', newFileFolderPath: 'Inbox' }),
  });
  expect(await server.ok('create_note', { name: 'X' })).toMatchObject({ path: 'Inbox/X.md' });
  expect(await server.ok('create_note', { name: 'A/X' })).toMatchObject({ path: 'A/X.md' });
});

test('20 a dot in a name is no ending', async () => {
  expect(await server.ok('create_note', { name: 'v1.2 plan' })).toMatchObject({
    path: 'v1.2 plan.md',
  });
  expect(await server.ok('create_note', { name: 'board.canvas', content: '{}' })).toMatchObject({
    path: 'board.canvas',
  });
});

test('21 paths that lead elsewhere', async () => {
  const before = home.tree();
  for (const [name, errorCode] of [
    ['../x', 'PATH_OUTSIDE_VAULT'],
    ['/etc/x', 'PATH_OUTSIDE_VAULT'],
    ['a//b', 'INVALID_NAME'],
    ['a/../b', 'INVALID_NAME'],
    ['C:\\x', 'INVALID_NAME'],
  ] as const) {
    await server.fails('create_note', { name }, -32602, errorCode);
  }
  await server.fails('create_note', { name: 'x', path: '../up' }, -32602, 'PATH_OUTSIDE_VAULT');
  expect(home.tree()).toEqual(before);
});

test('22 names that break things', async () => {
  const names = ['a:b', 'a#b', 'a|b', 'x'.repeat(256), '', 'a\tb', 'NUL', 'a.', 'é'.repeat(140)];
  for (const name of names) {
    await server.fails('create_note', { name }, -32602, 'INVALID_NAME');
  }
});

test('23 hidden folders', async () => {
  await server.fails('create_note', { name: '.obsidian/x' }, -32005, 'PATH_FORBIDDEN');
  await server.fails('create_note', { name: 'x', path: 'a/.git' }, -32005, 'PATH_FORBIDDEN');
});

test('24 a folder that is a link out of the vault', async () => {
  mkdirSync(join(home.base, 'outside'));
  symlinkSync(join(home.base, 'outside'), join(home.root, 'Link'));
  await server.fails('create_note', { name: 'Link/x' }, -32602, 'PATH_OUTSIDE_VAULT');
});

test('25 two creates of one name at once', async () => {
  const answers = await Promise.all(
    ['a', 'b'].map((content) => server.call('create_note', { name: 'Race', content })),
  );
  expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1);
  expect(answers.flatMap(({ error }) => error?.data.errorCode ?? [])).toEqual(['FILE_EXISTS']);
});

test('26 a template without a folder for templates', async () => {
  await server.fails(
    'create_note',
    { name: 'T', template: 'Daily' },
    -32000,
    'TEMPLATES_NOT_CONFIGURED',
  );
  expect(home.has('T.md')).toBe(false);
});

test('a template is filled in, and the content follows', async () => {
  await begin({
    '.obsidian/templates.json': JSON.stringify({ folder: 'Templates', dateFormat: 'YYYY' }),
    'Templates/Meeting.md': '# {{title}}\n{{date}} {{date:YYYY-MM}} {{time:[at]}}',
  });
  const year = new Date().getUTCFullYear();
  await server.ok('create_note', { name: 'Sub/M', template: 'meeting', content: 'more' });
  expect(home.text('Sub/M.md')).toMatch(new RegExp(`^# M\\n${year} ${year}-\\d\\d at\\nmore$`));
  await server.fails('create_note', { name: 'X', template: 'No' }, -32003, 'FILE_NOT_FOUND');
});

test('open without an app creates the note and says that nobody shows it', async () => {
  expect(await server.ok('create_note', { name: 'O', open: true })).toMatchObject({
    created: true,
    opened: false,
  });
});
