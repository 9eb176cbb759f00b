import { afterAll, beforeAll, expect, test } from 'vitest';
import { BundleHome, type BundleProcess, type Data } from '../support/bundle.ts';

const json = (value: unknown) => JSON.stringify(value);
const files = {
  'A.md':
    '---\naliases: [Ay]\nrank: 3\n---\n# Top\n\nSee [[B]] and [[Nowhere]]. #work/deep\n\n- [ ] open one\n- [x] done one\n',
  'B.md': 'needle in a haystack #work\nsecond line\n',
  'Sub/C.md': '# One\n## Two\nalone, Needle\n',
  'Sub/pic.png': 'x',
  'Templates/T.md': '# {{title}}\n',
  'Daily/2026-01-31.md': 'that day\n',
  'x.base':
    'filters:\n  and:\n    - file.inFolder("Sub")\nviews:\n  - type: table\n    name: All\n',
  '.obsidian/templates.json': json({ folder: 'Templates' }),
  '.obsidian/daily-notes.json': json({
    folder: 'Daily',
    format: 'YYYY-MM-DD',
    template: 'Templates/T',
  }),
  '.obsidian/bookmarks.json': json({
    items: [{ type: 'file', path: 'A.md', title: 'first' }],
    more: 1,
  }),
  '.obsidian/community-plugins.json': json(['dataview']),
  '.obsidian/core-plugins.json': json({ 'daily-notes': true, graph: false }),
  '.obsidian/plugins/dataview/manifest.json': json({ name: 'Dataview', version: '0.5' }),
  '.obsidian/plugins/off/manifest.json': json({ name: 'Off' }),
  '.obsidian/appearance.json': json({ cssTheme: 'Minimal', enabledCssSnippets: ['wide'] }),
  '.obsidian/themes/Minimal/theme.css': '',
  '.obsidian/snippets/wide.css': '',
  '.obsidian/snippets/thin.css': '',
  '.obsidian/hotkeys.json': json({ 'app:reload': [{ modifiers: ['Mod', 'Shift'], key: 'R' }] }),
};

let home: BundleHome;
let server: BundleProcess;
beforeAll(async () => {
  home = new BundleHome(files);
  server = await home.start({ args: ['--stories', 'all'], revision: '2025-11-25' });
});
afterAll(() => home.close());

/** Tools that only look, what they are asked and what they answer. */
const looks: readonly [string, Data, Data][] = [
  ['search', { query: 'needle' }, { files: ['B.md', 'Sub/C.md'], total: 2 }],
  ['search', { query: 'Needle', caseSensitive: true }, { files: ['Sub/C.md'], total: 1 }],
  ['search', { query: 'needle', folder: 'Sub' }, { files: ['Sub/C.md'] }],
  [
    'search_with_context',
    { query: 'haystack', contextLines: 1 },
    {
      files: [
        { path: 'B.md', matches: [{ line: 1, text: 'needle in a haystack #work\nsecond line' }] },
      ],
    },
  ],
  ['get_backlinks', { name: 'B' }, { links: [{ path: 'A.md', line: 7 }] }],
  ['get_outgoing_links', { name: 'A' }, { links: [{ path: 'B.md' }, { resolved: false }] }],
  ['list_unresolved_links', {}, { links: [{ target: 'Nowhere', count: 1, sources: ['A.md'] }] }],
  ['list_deadends', {}, { notes: ['B.md', 'Daily/2026-01-31.md', 'Sub/C.md', 'Templates/T.md'] }],
  ['list_orphans', {}, { notes: ['A.md', 'Daily/2026-01-31.md', 'Sub/C.md', 'Templates/T.md'] }],
  ['list_tags', {}, { tags: [{ tag: '#work' }, { tag: '#work/deep' }], total: 2 }],
  [
    'list_tags',
    { counts: true, sort: 'count' },
    { tags: [{ tag: '#work', count: 2 }, { count: 1 }] },
  ],
  ['get_tag_info', { tag: '#WORK' }, { tag: '#work', count: 2, notes: ['A.md', 'B.md'] }],
  ['list_aliases', {}, { aliases: [{ alias: 'Ay', path: 'A.md' }] }],
  ['list_properties', {}, { properties: [{ name: 'aliases' }, { name: 'rank', type: 'number' }] }],
  ['get_property_count', { property: 'RANK' }, { property: 'rank', count: 1 }],
  ['list_tasks', {}, { tasks: [{ path: 'A.md', line: 9, status: ' ' }, { status: 'x' }] }],
  ['list_tasks', { todo: true, path: 'A.md' }, { tasks: [{ text: 'open one' }], truncated: false }],
  ['list_tasks', { status: 'x' }, { tasks: [{ text: 'done one' }] }],
  ['get_task', { name: 'A', line: 10 }, { status: 'x', text: 'done one' }],
  ['get_property', { name: 'A', property: 'rank' }, { exists: true, value: 3 }],
  ['get_properties', { name: 'A' }, { properties: { aliases: ['Ay'], rank: 3 } }],
  ['list_files', { folder: 'Sub' }, { files: ['Sub/C.md', 'Sub/pic.png'], total: 2 }],
  ['list_files', { ext: 'png' }, { files: ['Sub/pic.png'] }],
  ['list_folders', {}, { folders: ['Daily', 'Sub', 'Templates'] }],
  ['folder_info', { folder: 'Sub/' }, { path: 'Sub', files: 2, folders: 0 }],
  ['vault_info', {}, { name: 'vault', notes: 5, folders: 3 }],
  ['list_vaults', {}, { vaults: [{ name: 'vault', available: true }] }],
  [
    'outline',
    { name: 'C' },
    {
      headings: [
        { level: 1, text: 'One' },
        { level: 2, text: 'Two' },
      ],
    },
  ],
  ['wordcount', { name: 'C' }, { words: 4 }],
  ['random_note', { folder: 'Daily' }, { path: 'Daily/2026-01-31.md', content: 'that day\n' }],
  ['daily_path', { date: '2026-01-31' }, { path: 'Daily/2026-01-31.md', exists: true }],
  ['daily_read', { date: '2026-01-31' }, { content: 'that day\n' }],
  ['list_templates', {}, { templates: [{ name: 'T', path: 'Templates/T.md' }] }],
  ['read_template', { template: 'T' }, { content: '# {{title}}\n' }],
  ['read_template', { template: 't', resolve: true, title: 'X' }, { content: '# X\n' }],
  ['list_bookmarks', {}, { bookmarks: [{ type: 'file', path: 'A.md', title: 'first' }] }],
  ['list_bases', {}, { bases: [{ path: 'x.base' }] }],
  ['list_base_views', { path: 'x.base' }, { views: [{ name: 'All', type: 'table' }] }],
  ['query_base', { name: 'x.base', format: 'paths' }, { truncated: false }],
  [
    'list_plugins',
    { filter: 'community' },
    {
      plugins: [
        { id: 'dataview', enabled: true, name: 'Dataview' },
        { id: 'off', enabled: false },
      ],
    },
  ],
  ['list_plugins', { filter: 'core', enabled: true }, { plugins: [{ id: 'daily-notes' }] }],
  ['get_plugin', { id: 'dataview' }, { version: '0.5', kind: 'community' }],
  ['list_themes', {}, { themes: ['Minimal'], active: 'Minimal' }],
  [
    'list_snippets',
    {},
    {
      snippets: [
        { name: 'thin', enabled: false },
        { name: 'wide', enabled: true },
      ],
    },
  ],
  ['list_hotkeys', {}, { hotkeys: [{ id: 'app:reload', keys: ['Mod+Shift+R'] }] }],
];

test.each(looks)('%s %o', async (tool, args, answer) => {
  expect(await server.ok(tool, args)).toMatchObject(answer);
});

const failures: readonly [string, Data, number, string][] = [
  ['daily_read', { date: '1999-01-01' }, -32003, 'FILE_NOT_FOUND'],
  ['list_files', { folder: 'Nowhere' }, -32003, 'FOLDER_NOT_FOUND'],
  ['get_task', { name: 'A', line: 1 }, -32602, 'INVALID_PARAMS'],
  [
    'set_property',
    { name: 'A', property: 'n', value: 'x', type: 'number' },
    -32602,
    'INVALID_PARAMS',
  ],
  [
    'set_property',
    { name: 'A', property: 'd', value: '2026-13-99', type: 'date' },
    -32602,
    'INVALID_PARAMS',
  ],
  ['read_template', { template: 'No' }, -32003, 'FILE_NOT_FOUND'],
  ['read_history', { name: 'A', version: 99 }, -32003, 'VERSION_NOT_FOUND'],
  ['add_bookmark', {}, -32602, 'INVALID_PARAMS'],
  ['get_plugin', { id: 'nobody' }, -32003, 'FILE_NOT_FOUND'],
  ['list_recents', {}, -32602, 'UNKNOWN_TOOL'],
  ['execute_command', { id: 'app:reload' }, -32602, 'UNKNOWN_TOOL'],
];

test.each(failures)('%s %o fails', async (tool, args, code, errorCode) => {
  await server.fails(tool, args, code, errorCode);
});

test('tasks are toggled, set and added, and nothing else changes', async () => {
  const own = new BundleHome({ 'T.md': 'a\r\n- [ ] one\r\nb' });
  const tasks = await own.start({ args: ['--stories=tasks'] });
  expect(await tasks.ok('toggle_task', { name: 'T', line: 2 })).toMatchObject({ status: 'x' });
  expect(own.text('T.md')).toBe('a\r\n- [x] one\r\nb');
  await tasks.ok('set_task_status', { name: 'T', line: 2, status: '/' });
  expect(await tasks.ok('create_task', { name: 'T', text: 'two' })).toMatchObject({ line: 4 });
  expect(own.text('T.md')).toBe('a\r\n- [/] one\r\nb\r\n- [ ] two\r\n');
  await own.close();
});

test('properties are set by type and removed', async () => {
  const own = new BundleHome({ 'P.md': '---\na: "x" # kept\n---\nbody\n' });
  const tasks = await own.start({ args: ['--stories=tasks'] });
  const set = (property: string, value: unknown, type: string) =>
    tasks.ok('set_property', { name: 'P', property, value, type });
  await set('n', '4.5', 'number');
  await set('c', 'true', 'checkbox');
  await set('l', 'x, y', 'list');
  await set('d', '2026-01-31', 'date');
  expect(await tasks.ok('get_properties', { name: 'P' })).toMatchObject({
    properties: { a: 'x', n: 4.5, c: true, l: ['x', 'y'], d: '2026-01-31' },
  });
  expect(await tasks.ok('remove_property', { name: 'P', property: 'n' })).toMatchObject({
    removed: true,
  });
  expect(await tasks.ok('remove_property', { name: 'P', property: 'n' })).toMatchObject({
    removed: false,
  });
  expect(own.text('P.md')).toMatch(/^---\na: "x" # kept\n/);
  await own.close();
});

test('daily notes are made from their template, and added to', async () => {
  const date = '2026-02-01';
  expect(await server.ok('daily_append', { content: 'one', date })).toMatchObject({
    created: true,
  });
  expect(await server.ok('daily_prepend', { content: 'zero', date })).toMatchObject({
    created: false,
  });
  expect(home.text(`Daily/${date}.md`)).toBe(`zero\n# ${date}\none`);
});

test('a unique note has the time in its name', async () => {
  const { path } = await server.ok('create_unique_note', { name: 'idea', content: 'x' });
  expect(path).toMatch(/^\d{12} idea\.md$/);
  expect(home.text(String(path))).toBe('x');
});

test('a bookmark is added and the others stay', async () => {
  await server.ok('add_bookmark', { file: 'B', title: 'mine' });
  await server.ok('add_bookmark', { url: 'https://example.org/' });
  expect(JSON.parse(home.text('.obsidian/bookmarks.json'))).toMatchObject({
    more: 1,
    items: [{ path: 'A.md' }, { type: 'file', path: 'B.md', title: 'mine' }, { type: 'url' }],
  });
});

test('an item of a base is created where its filter looks', async () => {
  expect(await server.ok('create_base_item', { path: 'x.base', itemName: 'Item' })).toMatchObject({
    path: 'Sub/Item.md',
    shown: true,
  });
});

test('the history of a note is listed, compared and brought back', async () => {
  await server.ok('create_note', { name: 'H', content: 'one\n' });
  await server.ok('append_note', { name: 'H', content: 'two\n' });
  await server.ok('rename_note', { name: 'H', newName: 'Hist' });
  await server.ok('append_note', { name: 'Hist', content: 'three\n' });
  const { versions } = await server.ok('list_history', { name: 'Hist' });
  expect(versions).toMatchObject([
    { version: 1, size: 14, client: 'test' },
    { size: 8 },
    { size: 4 },
  ]);
  expect(await server.ok('read_history', { name: 'Hist', version: 3 })).toMatchObject({
    content: 'one\n',
  });
  const { diff } = await server.ok('diff', { name: 'Hist' });
  expect(diff).toContain('+three');
  await server.ok('restore_history', { name: 'Hist', version: 2 });
  expect(home.text('Hist.md')).toBe('one\ntwo\n');
});

test('the stories are a choice, and every listed schema is plain at the top', async () => {
  for (const [stories, host, count] of [
    ['search', 'files', 9 + 12],
    ['tasks,navigation', 'files', 9 + 9 + 12],
    ['all', 'files', 9 + 12 + 9 + 12 + 18],
    ['all', 'app', 9 + 12 + 9 + 16 + 29],
  ] as const) {
    const each = await home.start({ args: ['--stories', stories, '--host', host] });
    const tools = await each.tools();
    expect(tools).toHaveLength(count);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(count);
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(Object.keys(Object(inputSchema)).filter((key) => /Of$/.test(key))).toEqual([]);
    }
    await each.kill();
  }
});
