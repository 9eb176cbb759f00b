import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, fixture, McpHome, toData } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const small = [
  'N.md',
  'Projects/Plan.md',
  'Projects/Deep/Er/z.md',
  'README.md',
  'dup.md',
  'pic.png',
];
const useSmall = () =>
  mcp.reset(Object.fromEntries(small.map((path) => [path, fixture[path] ?? ''])));

const entriesOf = (listing: Data) =>
  (Array.isArray(listing.entries) ? listing.entries : []).map(
    ({ path, truncated }) => `${path}${truncated ? ' …' : ''}`,
  );

test('40 a listing is in the order of names, folders among files', async () => {
  useSmall();
  const listing = await mcp.ok('list_notes');
  expect(entriesOf(listing)).toEqual([
    'N.md',
    'Projects',
    'Projects/Deep …',
    'Projects/Plan.md',
    'README.md',
    'dup.md',
    'pic.png',
  ]);
  expect(listing).toMatchObject({ path: '', totals: { entries: 7, files: 5, directories: 2 } });
  expect(await mcp.says('list_notes', { extension: 'md' })).toEqual([
    [
      '**(vault root)** — 6 entries · 4 files, 2 directories · depth=2 · filters: extension=`.md`',
      '',
      'Names that end in / are directories, all others are files.',
      '```',
      '├── N.md',
      '├── Projects/',
      '│   ├── Deep/ [truncated — pass deeper `depth` to expand]',
      '│   └── Plan.md',
      '├── README.md',
      '└── dup.md',
      '```',
    ].join('\n'),
  ]);
});

test('41 the path is echoed, the extension is cleaned', async () => {
  const listing = await mcp.ok('list_notes', { path: '/Projects/', depth: 3, extension: 'MD' });
  expect(entriesOf(listing)).toEqual([
    'Projects/Deep',
    'Projects/Deep/Er',
    'Projects/Deep/Er/z.md',
    'Projects/Plan.md',
  ]);
  expect(listing).toMatchObject({
    path: '/Projects/',
    appliedFilters: { depth: 3, extension: '.md' },
  });
});

test('42 a folder at the last level is not entered', async () => {
  const listing = await mcp.ok('list_notes', { depth: 1 });
  expect(entriesOf(listing)).toContain('Projects …');
  expect(entriesOf(listing)).not.toContain('Projects/Plan.md');
});

test('43 a folder whose name does not match hides what is in it', async () => {
  const listing = await mcp.ok('list_notes', { nameRegex: '^P', depth: 3 });
  expect(entriesOf(listing)).toEqual(['Projects', 'Projects/Plan.md']);
});

test('44 nothing found is said', async () => {
  const listing = await mcp.ok('list_notes', { nameRegex: '^zzz' });
  expect(entriesOf(listing)).toEqual([]);
  expect(listing.notice).toBeTruthy();
  const [text, more] = await mcp.says('list_notes', { nameRegex: '^zzz' });
  expect(text).toContain('_(empty)_');
  expect(more).toBe(`\n\n> ${listing.notice}`);
});

test('45 patterns that could run away or do not compile are refused', async () => {
  const unsafe = await mcp.fails('list_notes', { nameRegex: '(a+)+' }, 'regex_unsafe', -32007);
  expect(unsafe.nameRegex).toBe('(a+)+');
  await mcp.fails('list_notes', { nameRegex: 'a'.repeat(257) }, 'regex_unsafe');
  await mcp.fails('list_notes', { nameRegex: '(' }, 'regex_invalid', -32007);
});

test('46 a missing folder', async () => {
  const error = await mcp.fails('list_notes', { path: 'nope' }, 'directory_missing', -32001);
  expect(error.message).toBe('Directory not found: nope');
});

test('47 a file is not a folder', async () => {
  const error = await mcp.fails('list_notes', { path: 'N.md' }, 'path_is_file', -32007);
  expect(error.message).toBe('N.md is a file, not a directory.');
});

test('48 the depth has bounds', async () => {
  await mcp.fails('list_notes', { depth: 0 }, 'invalid_arguments');
  await mcp.fails('list_notes', { depth: 21 }, 'invalid_arguments');
});

test('49 a listing ends at 1000 entries', async () => {
  const many = (count: number) =>
    mcp.reset(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}.md`, ''])));
  many(1001);
  const cut = await mcp.ok('list_notes');
  expect(entriesOf(cut).length).toBe(1000);
  expect(cut.excluded).toMatchObject({ reason: 'entry_cap', cap: 1000 });
  expect(cut.notice).toBeTruthy();
  many(1000);
  expect(await mcp.ok('list_notes')).not.toHaveProperty('excluded');
});

test('an empty folder is listed, hidden names are not', async () => {
  mcp.reset({ '.obsidian/app.json': '{}', '.x.md': '', 'E/.keep': '' });
  expect(entriesOf(await mcp.ok('list_notes'))).toEqual(['E']);
  expect(entriesOf(await mcp.ok('list_notes', { path: 'E' }))).toEqual([]);
});

const tagged = {
  'a.md': '---\ntags: [a, work]\n---\n#inline\n',
  'b.md': '#work/tasks\n',
};

test('50 tags by use, with their parents', async () => {
  mcp.reset(tagged);
  expect(await mcp.ok('list_tags')).toEqual({
    tags: [
      { name: 'work', count: 2 },
      { name: 'a', count: 1 },
      { name: 'inline', count: 1 },
      { name: 'work/tasks', count: 1 },
    ],
    appliedFilters: { limit: 200 },
  });
  expect(await mcp.says('list_tags', { nameRegex: 's$', minCount: 1 })).toEqual([
    '**1 tag** · nameRegex=`s$` · minCount=1 · limit=200\n\n- `#work/tasks` (1)',
  ]);
});

test('51 tags used at least so often', async () => {
  mcp.reset(tagged);
  expect(await mcp.ok('list_tags', { minCount: 2 })).toMatchObject({
    tags: [{ name: 'work', count: 2 }],
    appliedFilters: { minCount: 2 },
  });
});

test('52 a limit cuts and says so', async () => {
  mcp.reset(tagged);
  const cut = await mcp.ok('list_tags', { limit: 1 });
  expect(cut).toMatchObject({ tags: [{ name: 'work' }], truncated: true, shown: 1, cap: 1 });
  expect(cut.notice).toMatch(/1 of 4/);
});

test('53 no tag is no failure', async () => {
  mcp.reset(tagged);
  const none = await mcp.ok('list_tags', { nameRegex: '^q' });
  expect(none.tags).toEqual([]);
  expect(none.notice).toBeTruthy();
});

test('54 every use counts', async () => {
  mcp.reset({ 'x.md': '#x #x\n' });
  expect((await mcp.ok('list_tags')).tags).toEqual([{ name: 'x', count: 2 }]);
});

test('54 in a part of the vault, notes count instead', async () => {
  const narrow = await McpHome.open({ env: { OBSIDIAN_READ_PATHS: 'p' } });
  try {
    narrow.reset({ 'p/x.md': '#x #x\n#w/a #w/b', 'q.md': '#x #hidden' });
    expect((await narrow.ok('list_tags')).tags).toEqual([
      { name: 'w', count: 1 },
      { name: 'w/a', count: 1 },
      { name: 'w/b', count: 1 },
      { name: 'x', count: 1 },
    ]);
    expect(toData(await narrow.ok('list_tags', { nameRegex: 'hid' })).tags).toEqual([]);
  } finally {
    await narrow.close();
  }
});
