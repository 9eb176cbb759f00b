import { afterEach, assert, describe, expect, test } from 'vitest';
import { inlineAnalyser } from '../../../../../test/support/inline-analyser.ts';
import { type NaiveQuery, naiveSearch } from '../../../../../test/support/naive-search.ts';
import { fc } from '../../../../../test/support/property.ts';
import { comparePaths } from '../../../../contract/paths.ts';
import { createSearch, type Search } from '../create-search.ts';
import type { TextQuery } from '../types.ts';
import { openTextBlock } from './text-block.ts';

const open: Search[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((search) => search.close()));
});

function make(notes: Readonly<Record<string, string>> = {}): Search {
  const search = createSearch();
  open.push(search);
  for (const [path, text] of Object.entries(notes)) search.set(path, text);
  return search;
}

/** Once with loose notes, once with all of them in a block. */
async function check(
  notes: Readonly<Record<string, string>>,
  query: TextQuery,
  expected: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const search = make(notes);
  for (const settled of [false, true]) {
    if (settled) await search.settle();
    const { hits, total } = await search.text(query);
    const shown = hits.map(({ path, matches }) => [
      path,
      matches.map(({ subject, start, end, line, column }) =>
        subject === 'name' ? `name ${start}-${end}` : `${start}-${end} at ${line}:${column}`,
      ),
    ]);
    expect(Object.fromEntries(shown)).toEqual(expected);
    expect(total).toBe(hits.length);
  }
}

describe('matching', () => {
  test('a part of a word, in any case, in the text or in the name', () =>
    check(
      { 'a/Plan.md': '# Replanned', 'b.md': 'none' },
      { terms: ['PLAN'] },
      {
        'a/Plan.md': ['name 0-4', '4-8 at 0:4'],
      },
    ));
  test('all terms must stand somewhere', () =>
    check(
      { 'plan.md': 'goals', 'b.md': 'plan' },
      { terms: ['plan', 'goals'] },
      {
        'plan.md': ['name 0-4', '0-5 at 0:0'],
      },
    ));
  test('quotes and spaces are ordinary characters', () =>
    check(
      { 'a.md': 'say "g1" now', 'b.md': 'g1' },
      { terms: ['"g1" n'] },
      {
        'a.md': ['4-10 at 0:4'],
      },
    ));
  test('offsets count UTF-16 units, lines end with LF or CRLF', () =>
    check(
      { 'a.md': '🎉\r\nx 👩‍👩‍👧 word\r\n' },
      { terms: ['word'] },
      { 'a.md': ['15-19 at 1:11'] },
    ));
  test('case can matter', () =>
    check(
      { 'a.md': 'Word', 'b.md': 'word' },
      { terms: ['Word'], matchCase: true },
      {
        'a.md': ['0-4 at 0:0'],
      },
    ));
  test('accents matter', async () => {
    const notes = { 'a.md': 'café', 'b.md': 'cafe\u0301 x', 'c.md': 'cafe' };
    await check(notes, { terms: ['cafe'] }, { 'b.md': ['0-4 at 0:0'], 'c.md': ['0-4 at 0:0'] });
    await check(notes, { terms: ['CAFÉ'] }, { 'a.md': ['0-4 at 0:0'], 'b.md': ['0-5 at 0:0'] });
  });
  test('the Turkish letters stay apart', () =>
    check(
      { 'a.md': 'ılık', 'b.md': 'ILIK', 'c.md': 'ilik' },
      { terms: ['ilik'] },
      {
        'b.md': ['0-4 at 0:0'],
        'c.md': ['0-4 at 0:0'],
      },
    ));
  test('every sigma is one letter', () =>
    check(
      { 'a.md': 'ΟΔΟΣ', 'b.md': 'οδος' },
      { terms: ['οδοσ'] },
      {
        'a.md': ['0-4 at 0:0'],
        'b.md': ['0-4 at 0:0'],
      },
    ));
  test('whole words', () =>
    check(
      { 'a.md': 'cat', 'b.md': 'cats', 'c.md': '(cat)' },
      { terms: ['cat'], wholeWord: true },
      {
        'a.md': ['0-3 at 0:0'],
        'c.md': ['1-4 at 0:1'],
      },
    ));
  test('scripts without spaces, one character or many', async () => {
    const notes = { 'a.md': '東京都で会議', 'b.md': '京都' };
    await check(notes, { terms: ['京都'] }, { 'a.md': ['1-3 at 0:1'], 'b.md': ['0-2 at 0:0'] });
    await check(notes, { terms: ['都で会'] }, { 'a.md': ['2-5 at 0:2'] });
    await check(notes, { terms: ['東'], wholeWord: true }, { 'a.md': ['0-1 at 0:0'] });
  });
  test('words too long for the index are found in the text', () =>
    check(
      { 'a.md': `${'x'.repeat(100)}needle${'y'.repeat(100)}` },
      { terms: ['needle'] },
      {
        'a.md': ['100-106 at 0:100'],
      },
    ));
  test('bytes that are no UTF-8 do not shift anything', async () => {
    const search = make();
    search.set('a.md', Buffer.from([0xff, 0x61, 0xc3, 0x62]));
    await search.settle();
    const { hits } = await search.text({ terms: ['b'], matchCase: true });
    expect(hits).toMatchObject([{ path: 'a.md', matches: [{ start: 3, end: 4 }] }]);
    expect(search.textOf('a.md')).toBe('\ufffda\ufffdb');
  });
});

describe('places', () => {
  const matches = async (text: string, query: TextQuery) => {
    const search = make({ 'n.md': text });
    const { hits } = await search.text(query);
    return hits[0];
  };

  test('touching matches are one place, all are counted, the first are shown', async () => {
    expect(await matches('gogo go go', { terms: ['go'], matchesMax: 2 })).toMatchObject({
      matches: [
        { start: 0, end: 4 },
        { start: 5, end: 7 },
      ],
      total: 3,
    });
  });
  test('context is whole lines', async () => {
    expect(
      await matches('a\r\nb\r\nx y\r\nc\r\nd', { terms: ['y'], contextLines: 1 }),
    ).toMatchObject({
      matches: [{ line: 2, column: 2, context: 'b\r\nx y\r\nc', contextStart: 5 }],
    });
    expect(await matches('x\n', { terms: ['x'] })).toMatchObject({
      matches: [{ context: 'x' }],
    });
  });
});

describe('scope and pages', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, i) => [`${i % 7}/n${i}.md`, i % 3 === 0 ? 'word' : 'other']),
  );

  test('pages hold every hit once, in order, whatever is written in between', async () => {
    for (const hitsOf of ['word', 'r']) {
      const search = make(many);
      await search.settle();
      const expected = Object.keys(many)
        .filter((path) => many[path]?.includes(hitsOf))
        .sort(comparePaths);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await search.text({
          terms: [hitsOf],
          limit: 37,
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...page.hits.map(({ path }) => path));
        cursor = page.cursor;
        search.set(`0/a${seen.length}.md`, 'word again');
      } while (cursor !== undefined);
      expect(seen.filter((path) => path in many)).toEqual(expected);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });
  test('offset and limit count notes', async () => {
    const search = make({ 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' });
    const page = await search.text({ terms: ['x'], offset: 1, limit: 1 });
    expect(page).toMatchObject({ hits: [{ path: 'b.md' }], total: 3 });
    expect(page.cursor).toBeDefined();
    expect(await search.text({ terms: ['x'], offset: 9 })).toEqual({ hits: [], total: 3 });
  });
  test('a page that ends with the last hit has no cursor', async () => {
    const search = make({ 'a.md': 'x', 'b.md': 'x' });
    expect(await search.text({ terms: ['x'], limit: 2 })).not.toHaveProperty('cursor');
  });
  test('hidden notes are in no count and no cursor', async () => {
    const search = make(many);
    await search.settle();
    const mayRead = (path: string) => !path.startsWith('3/') && !path.startsWith('6/');
    const paths: string[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const from = cursor === undefined ? {} : { cursor };
      const page = await search.text({ terms: ['word'], limit: 10, ...from }, { mayRead });
      paths.push(...page.hits.map(({ path }) => path));
      ({ cursor, total } = page);
      if (cursor !== undefined) {
        expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/"[36]\//);
      }
    } while (cursor !== undefined);
    expect(total).toBe(paths.length);
    expect(paths.every(mayRead)).toBe(true);
    expect(paths.length).toBe(
      Object.keys(many).filter((path) => mayRead(path) && many[path] === 'word').length,
    );
  });
  test('folders and prefixes', async () => {
    const search = make({ 'a/x.md': 'w', 'ab/x.md': 'w', 'a/b/y.md': 'w', 'A/z.md': 'w' });
    const paths = async (scope: Parameters<Search['text']>[1]) =>
      (await search.text({ terms: ['w'] }, scope)).hits.map(({ path }) => path);
    expect(await paths({ folder: 'a' })).toEqual(['a/b/y.md', 'a/x.md']);
    expect(await paths({ prefix: 'a' })).toEqual(['a/b/y.md', 'a/x.md', 'ab/x.md']);
  });
  test('a foreign cursor and no term are refused with reasons', async () => {
    const search = make({ 'a.md': 'x' });
    const fails = (query: TextQuery, reason: string) =>
      expect(search.text(query)).rejects.toMatchObject({
        code: 'invalid-input',
        about: { reason },
      });
    await fails({ terms: ['x'], cursor: 'garbage' }, 'cursor-invalid');
    await fails({ terms: [''] }, 'query-required');
  });
  test('a search can be cancelled', async () => {
    const search = make(many);
    const run = search.text({ terms: ['w'] }, { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('like a search without an index', () => {
  const bit = fc.constantFrom(
    ...[
      'a',
      'b',
      'A',
      'aa',
      'ab',
      'Ba',
      'é',
      'É',
      'e',
      'e\u0301',
      '\u0301',
      'ß',
      'ss',
      'ı',
      'İ',
      'I',
    ],
    ...[
      'i',
      'Σ',
      'ς',
      'σ',
      '東',
      '京',
      '。',
      '가',
      'ก',
      '🎉',
      '👩‍👧',
      '\u212a',
      'k',
      '𐐀',
      '𐐨',
      '_',
      '1',
    ],
    ...['-', '[[', ']]', '≠', '=', '\r\n', '\n', ' ', ' ', ' ', '\t', 'x'.repeat(65), 'ø', 'o'],
  );
  const textOf = (maxLength: number) => fc.array(bit, { maxLength }).map((bits) => bits.join(''));
  const path = fc
    .tuple(fc.constantFrom('', 'f/', 'f/g/', 'h/'), fc.constantFrom('a', 'B', 'é東', 'ab-a', '1'))
    .map(([folder, name]) => `${folder}${name}.md`);
  const change = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constant('set' as const), path, text: textOf(30) }),
    },
    fc.record({ type: fc.constant('remove' as const), path }),
    fc.record({ type: fc.constant('rename' as const), path, to: path }),
    fc.record({
      type: fc.constant('folder' as const),
      path: fc.constantFrom('f', 'f/g', 'h'),
      to: fc.constantFrom('f', 'k', 'h', 'k/f', undefined),
    }),
    { weight: 2, arbitrary: fc.record({ type: fc.constant('settle' as const) }) },
  );
  const query = fc.record({
    terms: fc.array(
      textOf(4).filter((text) => text !== ''),
      { minLength: 1, maxLength: 2 },
    ),
    matchCase: fc.boolean(),
    wholeWord: fc.boolean(),
    subject: fc.constantFrom('name' as const, 'text' as const, 'either' as const),
    hidden: fc.constantFrom(undefined, 'f/', 'h/'),
  });

  test('every option, after any changes, in any state of the index', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 25 }),
        fc.array(query, { minLength: 1, maxLength: 8 }),
        async (changes, queries) => {
          const search = createSearch({ analyser: inlineAnalyser });
          const unindexed = createSearch({ analyser: inlineAnalyser });
          const model = new Map<string, string>();
          try {
            for (const each of changes) await apply(search, model, each);
            for (const each of queries) await compare(search, model, each);
            await search.settle();
            for (const each of queries) await compare(search, model, each);
            addUnindexed(unindexed, model);
            for (const each of queries) await compare(unindexed, model, each);
          } finally {
            await Promise.all([search.close(), unindexed.close()]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

type Change =
  | { type: 'set'; path: string; text: string }
  | { type: 'remove'; path: string }
  | { type: 'rename'; path: string; to: string }
  | { type: 'folder'; path: string; to: string | undefined }
  | { type: 'settle' };

async function apply(search: Search, model: Map<string, string>, change: Change): Promise<void> {
  if (change.type === 'set') {
    search.set(change.path, change.text);
    model.set(change.path, change.text);
  } else if (change.type === 'remove') {
    search.remove(change.path);
    model.delete(change.path);
  } else if (change.type === 'rename') {
    search.rename(change.path, change.to);
    move(model, change.path, change.to);
  } else if (change.type === 'folder') {
    moveFolder(search, model, change.path, change.to);
  } else await search.settle();
}

/** All notes in one block without an index of words, as at a first start. */
function addUnindexed(search: Search, model: ReadonlyMap<string, string>): void {
  const texts = [...model.values()].map((text) => Buffer.from(text));
  const memory = new SharedArrayBuffer(texts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const text of texts) end += text.copy(Buffer.from(memory), end);
  const block = openTextBlock(
    memory,
    texts.map(({ length }) => length),
  );
  assert(block !== undefined);
  search.addBlock(block, undefined, [...model.keys()]);
}

function move(model: Map<string, string>, from: string, to: string): void {
  const text = model.get(from);
  if (text === undefined || from === to) return;
  model.delete(from);
  model.set(to, text);
}

function moveFolder(
  search: Search,
  model: Map<string, string>,
  from: string,
  to: string | undefined,
): void {
  if (to === undefined) search.removeFolder(from);
  else search.renameFolder(from, to);
  const inside = [...model].filter(([path]) => path.startsWith(`${from}/`));
  for (const [path] of inside) model.delete(path);
  if (to === undefined) return;
  for (const [path, text] of inside) model.set(to + path.slice(from.length), text);
}

async function compare(
  search: Search,
  model: ReadonlyMap<string, string>,
  { hidden, ...query }: NaiveQuery & { hidden: string | undefined },
): Promise<void> {
  const mayRead = (path: string) => hidden === undefined || !path.startsWith(hidden);
  const visible = new Map([...model].filter(([path]) => mayRead(path)));
  const expected = naiveSearch(visible, query);
  const page = await search.text({ ...query, matchesMax: 1_000 }, { mayRead });
  const found = page.hits.map(({ path, matches }) => ({
    path,
    places: matches.map(({ subject, start, end }) => ({ subject, start, end })),
  }));
  expect(found).toEqual(expected);
  expect(page.total).toBe(expected.length);
  for (const { matches, total } of page.hits) expect(total).toBe(matches.length);
  for (const { path, matches } of page.hits) {
    const text = visible.get(path) ?? '';
    for (const match of matches.filter(({ subject }) => subject === 'text')) {
      const before = text.slice(0, match.start).split('\n');
      expect([match.line, match.column]).toEqual([before.length - 1, before.at(-1)?.length]);
      const { context, contextStart, start, end } = match;
      expect(context.slice(contextStart, contextStart + end - start)).toBe(text.slice(start, end));
    }
  }
}
