import { afterAll, assert, describe, expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { createSearch } from '../create-search.ts';
import { evaluate } from '../filter-notes.ts';
import { buildWords } from '../text/build-words.ts';
import { openWords } from '../text/word-index.ts';
import type { RegexQuery } from '../types.ts';
import { parseRegex } from './regex.ts';
import { literalCondition } from './regex-literals.ts';

const notes: Readonly<Record<string, string>> = {
  'a.md': 'TODO: buy milk\r\nTODO: sell 🎉 milk',
  'b.md': 'todo later',
  'c/d.md': 'nothing, µ and ſ',
};
const search = createSearch();
for (const [path, text] of Object.entries(notes)) search.set(path, text);
afterAll(() => search.close());

const check = async (query: RegexQuery, expected: Readonly<Record<string, readonly string[]>>) => {
  const { hits, total } = await search.regex(query);
  const shown = hits.map(({ path, matches }) => [
    path,
    matches.map(({ start, end, line, column }) => `${start}-${end} at ${line}:${column}`),
  ]);
  expect(Object.fromEntries(shown)).toEqual(expected);
  expect(total).toBe(hits.length);
};

describe('patterns over notes', () => {
  test('matches have offsets, lines and columns', () =>
    check({ source: 'TODO: (\\w+) (🎉 )?milk' }, { 'a.md': ['0-14 at 0:0', '16-34 at 1:0'] }));
  test('flags count', () =>
    check(
      { source: '^todo', flags: 'im' },
      {
        'a.md': ['0-4 at 0:0', '16-20 at 1:0'],
        'b.md': ['0-4 at 0:0'],
      },
    ));
  test('equal letters that only patterns know are found', async () => {
    await check({ source: 'μ', flags: 'i' }, { 'c/d.md': ['9-10 at 0:9'] });
    await check({ source: ' S$', flags: 'iu' }, { 'c/d.md': ['14-16 at 0:14'] });
  });
  test('totals are of the notes that the caller may read', async () => {
    const page = await search.regex(
      { source: 'todo', flags: 'i', limit: 1 },
      { mayRead: (path) => path !== 'b.md' },
    );
    expect(page).toMatchObject({ total: 1, hits: [{ path: 'a.md', total: 2 }] });
  });
  test('a broken pattern has a reason', () =>
    expect(search.regex({ source: '(' })).rejects.toMatchObject({
      code: 'invalid-input',
      about: { reason: 'regex-invalid' },
    }));
  test('a pattern without an end is stopped, and the next search works', async () => {
    search.set('long.md', `${'a'.repeat(3_000)}!`);
    const run = search.regex({ source: '^(a+)+\\1$', timeoutMs: 300 });
    const quick = await search.text({ terms: ['milk'] });
    expect(quick.total).toBe(1);
    await expect(run).rejects.toMatchObject({ code: 'timed-out' });
    await check({ source: 'milk$' }, { 'a.md': ['30-34 at 1:14'] });
  });
});

test('what the index rules out has no match', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'K',
    's',
    'é',
    '\\.',
    '.',
    '\\w',
    'ab',
    ' ',
    '[ab]',
    '東',
  );
  const times = fc.constantFrom('', '', '+', '*', '?', '{2}');
  const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
    item: fc
      .tuple(
        fc.oneof(
          piece,
          tie('pattern').map((inner) => `(${inner})`),
        ),
        times,
      )
      .map(([inner, many]) => inner + many),
    pattern: fc
      .array(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
      .map((ways) => ways.map((items) => items.join('')).join('|')),
  }));
  const text = fc.array(fc.constantFrom('a', 'B', 'k', 'ſ', 'é', '.', ' ', '東', 'É', '\u212a'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      pattern,
      fc.constantFrom('', 'i', 'iu', 'u'),
      fc
        .array(text, { minLength: 1, maxLength: 5 })
        .map((texts) => texts.map((bits) => bits.join(''))),
      (source, flags, texts) => {
        const fields = { headings: [], tags: [], aliases: [] };
        const sources = texts.map((each) => ({ text: each, name: '', fields }));
        const words = openWords(buildWords({ count: texts.length, bytes: 0, notes: sources }));
        assert(words !== undefined);
        const { notes } = evaluate(words, literalCondition(parseRegex(source, flags)));
        texts.forEach((each, i) => {
          if (new RegExp(source, flags).test(each)) expect(notes).toContain(i);
        });
      },
    ),
    { numRuns: 500 },
  );
});
