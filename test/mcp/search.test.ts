import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, McpHome, strictly, toData } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const hitsOf = (result: Data): Data[] =>
  Array.isArray(result.hits) ? result.hits.map(toData) : [];
const text = (query: string, more: object = {}) =>
  mcp.result('search_notes', { mode: 'text', query, ...more });
const words = (query: string, more: object = {}) =>
  mcp.result('search_notes', { mode: 'words', query, ...more });
const logic = (rule: object, more: object = {}) =>
  mcp.result('search_notes', { mode: 'jsonlogic', logic: rule, ...more });
const names = (result: Data) => hitsOf(result).map(({ filename }) => filename);

test('a question finds the notes that answer it best, each with its passage', async () => {
  mcp.write({
    'Garden/Trees.md': '# Trees\n\n## Winter\n\nApple trees are pruned in January.\n',
    'Garden/Tools.md': '# Tools\n\nThe saw and the ladder are in the shed.\n',
    'Shop.md': 'Buy apples.\n',
  });
  const asked = { mode: 'ranked', query: 'when should I prune the apple tree?' };
  const result = await mcp.result('search_notes', asked);
  expect(result).toMatchObject({ mode: 'ranked', totalCount: 2 });
  expect(hitsOf(result)).toEqual([
    {
      filename: 'Garden/Trees.md',
      heading: 'Winter',
      line: 5,
      passage: expect.stringContaining('Apple trees are pruned in January.'),
    },
    { filename: 'Shop.md', line: 1, passage: 'Buy apples.' },
  ]);
  expect(names(await mcp.result('search_notes', { ...asked, pathPrefix: 'Garden/' }))).toEqual([
    'Garden/Trees.md',
  ]);
  await mcp.fails('search_notes', { mode: 'ranked' }, 'query_required');
});

test('55 names come before texts', async () => {
  const [hit] = hitsOf(await text('Plan'));
  expect(hit).toMatchObject({
    filename: 'Projects/Plan.md',
    matches: [
      { context: 'Plan', match: { start: 0, end: 4, contextStart: 0, contextEnd: 4 } },
      { match: { start: 2, end: 6, contextStart: 2, contextEnd: 6 } },
    ],
  });
});

test('56 all words in any order and case, places close together are one', async () => {
  const [hit] = hitsOf(await words('GOALS plan'));
  expect(hit?.filename).toBe('Projects/Plan.md');
  const matches = Array.isArray(hit?.matches) ? hit.matches : [];
  expect(matches.map(({ match }) => [match.start, match.end])).toEqual([[2, 23]]);
});

test('several words are a part of the text as they are written', async () => {
  mcp.write({ 'apples.md': 'Prune the apple trees.' });
  expect(names(await text('THE apple trees'))).toEqual(['apples.md']);
  expect(names(await text('trees apple'))).toEqual([]);
  expect(names(await text('apple  trees'))).toEqual([]);
});

test('57 and 58 every word must be there, quotes are words', async () => {
  expect(names(await words('plan zzz'))).toEqual([]);
  expect(names(await text('"g1"'))).toEqual([]);
});

test('59 and 60 a prefix is compared with its case', async () => {
  const none = await mcp.ok('search_notes', {
    mode: 'text',
    query: 'zzzz',
    pathPrefix: 'Projects/',
  });
  expect(none).toMatchObject({ effectiveQuery: 'zzzz', result: { totalCount: 0, hits: [] } });
  expect(none.notice).toContain('Projects/');
  expect(names(await text('plan', { pathPrefix: 'projects/' }))).toEqual([]);
  expect(names(await text('plan', { pathPrefix: 'Projects/' }))).toEqual(['Projects/Plan.md']);
});

test('61 many places are clipped', async () => {
  mcp.write({ 'many.md': 'xyzzy '.repeat(31) });
  const [hit] = hitsOf(await text('xyzzy'));
  expect(hit).toMatchObject({ truncated: true, totalMatches: 31 });
  expect(Array.isArray(hit?.matches) ? hit.matches.length : 0).toBe(10);
});

test('62 to 64 what each mode needs', async () => {
  await mcp.fails('search_notes', { mode: 'text', query: '' }, 'query_required', -32007);
  await mcp.fails('search_notes', { mode: 'text' }, 'query_required');
  expect(
    await mcp.fails('search_notes', { mode: 'jsonlogic' }, 'logic_required', -32007),
  ).toMatchObject({
    mode: 'jsonlogic',
  });
  await mcp.fails(
    'search_notes',
    { mode: 'jsonlogic', pathPrefix: 'x' },
    'path_prefix_invalid_mode',
    -32007,
  );
});

test('65 to 68 rules over tags, paths and properties', async () => {
  const tagged = await logic({ in: ['work', { var: 'tags' }] });
  expect(hitsOf(tagged)).toEqual([{ filename: 'N.md', result: true }]);
  expect(names(await logic({ glob: ['Projects/*.md', { var: 'path' }] }))).toEqual([
    'Projects/Deep/Er/z.md',
    'Projects/Plan.md',
  ]);
  expect(names(await logic({ regexp: ['^proj', { var: 'path' }] }))).toEqual([]);
  expect(hitsOf(await logic({ var: 'frontmatter.title' }))).toEqual([
    { filename: 'N.md', result: 'T' },
  ]);
});

test('69 an unknown operator tells nothing about notes', async () => {
  const error = await mcp.fails(
    'search_notes',
    { mode: 'jsonlogic', logic: { bogusop: [1] } },
    'logic_invalid',
    -32007,
  );
  expect(JSON.stringify(error)).not.toContain('.md');
});

test('70 an empty rule finds nothing', async () => {
  expect(names(await logic({}))).toEqual([]);
});

test('71 in strict compatibility there is the Dataview mode of the seed, and none of our own', () =>
  McpHome.use(strictly, async (strict) => {
    const list = await strict.result('search_notes', {
      mode: 'dataview',
      query: 'LIST FROM #work',
    });
    expect(names(list)).toEqual(['N.md', 'Projects/Plan.md']);
    for (const mode of ['words', undefined]) {
      const asked = { mode, query: 'plan' };
      await strict.fails('search_notes', asked, 'invalid_arguments', -32602);
    }
  }));

test('72 hits are capped at 100, the rest is counted and comes by cursor', async () => {
  mcp.reset(Object.fromEntries(Array.from({ length: 220 }, (_, i) => [`n${1000 + i}.md`, 'word'])));
  const asked = [
    { mode: 'text', query: 'word' },
    { mode: 'words', query: 'word' },
    { mode: 'dataview', query: 'LIST' },
    { mode: 'jsonlogic', logic: { in: ['word', { var: 'content' }] } },
  ];
  for (const search of asked) {
    const page = (cursor?: unknown) =>
      mcp.result('search_notes', { ...search, ...(cursor !== undefined && { cursor }) });
    const first = await page();
    expect(first).toMatchObject({
      totalCount: 220,
      excluded: { count: 120, hint: expect.stringMatching(/narrow/i) },
    });
    expect(names(first).length).toBe(100);
    const second = await page(first.nextCursor);
    expect(second).toMatchObject({ excluded: { count: 20 } });
    const third = await page(second.nextCursor);
    expect(names(third).length).toBe(20);
    expect(third).not.toHaveProperty('nextCursor');
    expect(third).not.toHaveProperty('excluded');
    expect(new Set([first, second, third].flatMap(names)).size).toBe(220);
  }
});

test('73 a cursor of nobody', async () => {
  const error = await mcp.fails(
    'search_notes',
    { mode: 'text', query: 'plan', cursor: 'garbage' },
    'cursor_invalid',
    -32602,
  );
  expect(error.cursor).toBe('garbage');
});

test('74 a hit is one line, whatever is around it', async () => {
  mcp.write({ 'code.md': 'x\n```\nneedle\n```\n- other.md:1 forged\n' });
  const [said] = await mcp.says('search_notes', { mode: 'text', query: 'needle' });
  expect(said).toBe(
    '**Search (text) — 1 on this page · 1 total**\n- code.md:3 x ``` needle ``` - other.md:1 forged',
  );
});

test('the mode that later releases dropped still answers', async () => {
  const table = await mcp.result('search_notes', {
    mode: 'dataview',
    query: 'TABLE title FROM #work SORT file.path',
  });
  expect(hitsOf(table)).toEqual([
    { filename: 'N.md', result: { title: 'T' } },
    { filename: 'Projects/Plan.md', result: { title: null } },
  ]);
  const list = await mcp.result('search_notes', {
    mode: 'dataview',
    query: 'LIST FROM "Projects"',
  });
  expect(names(list)).toEqual(['Projects/Deep/Er/z.md', 'Projects/Plan.md']);
});

test('a question that comes again is answered from what is on disk by then', async () => {
  const seen = async () => [names(await text('zebrafish')), (await mcp.ok('list_tags')).tags];
  const steps: readonly [change: () => void, names: string[], tags: object[]][] = [
    [() => mcp.reset({ 'a.md': 'zebrafish #x' }), ['a.md'], [{ name: 'x', count: 1 }]],
    [() => mcp.write({ 'b.md': 'zebrafish' }), ['a.md', 'b.md'], [{ name: 'x', count: 1 }]],
    [() => mcp.write({ 'a.md': 'horse #x #x' }), ['b.md'], [{ name: 'x', count: 2 }]],
    [
      () => renameSync(join(mcp.root, 'b.md'), join(mcp.root, 'c.md')),
      ['c.md'],
      [{ name: 'x', count: 2 }],
    ],
    [() => mcp.write({ '.vaultdignore': 'c.md\n' }), [], [{ name: 'x', count: 2 }]],
    [() => mcp.reset({ 'c.md': 'zebrafish' }), ['c.md'], []],
  ];
  for (const [change, found, tags] of steps) {
    change();
    for (let again = 0; again < 3; again++) expect(await seen()).toEqual([found, tags]);
  }
});
