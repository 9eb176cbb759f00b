import { afterEach, describe, expect, test } from 'vitest';
import { inlineAnalyser } from '../../../../../test/support/inline-analyser.ts';
import { fc } from '../../../../../test/support/property.ts';
import { createSearch, type Search } from '../create-search.ts';
import type { RankedQuery, SearchScope } from '../types.ts';
import { isNear } from './fuzzy.ts';

const open: Search[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((search) => search.close()));
});

function make(notes: Readonly<Record<string, string>>): Search {
  const search = createSearch({ analyser: inlineAnalyser });
  open.push(search);
  for (const [path, text] of Object.entries(notes)) search.set(path, text);
  return search;
}

/** Once with loose notes, once with all of them in a block. */
async function check(
  search: Search,
  query: string | RankedQuery,
  expected: readonly string[],
  scope?: SearchScope,
): Promise<void> {
  const asked = typeof query === 'string' ? { query } : query;
  for (const settled of [false, true]) {
    if (settled) await search.settle();
    const { hits, total } = await search.ranked(asked, scope);
    expect(hits.map(({ path }) => path)).toEqual(expected);
    expect(total).toBe(expected.length);
  }
}

const filler = 'some other words that stand here to make the text as long as the others are';

describe('order', () => {
  test('more places, rarer words and shorter notes are better', async () => {
    const search = make({
      'a.md': `budget ${filler}`,
      'b.md': `budget budget budget ${filler}`,
      'c.md': `budget ${filler} ${filler} ${filler}`,
      'd.md': `heron ${filler}`,
    });
    await check(search, 'budget', ['b.md', 'a.md', 'c.md']);
    await check(search, 'budget heron', ['d.md', 'b.md', 'a.md', 'c.md']);
  });
  test('title, alias, tag and heading weigh more than text, in this order', async () => {
    const search = make({
      'heron.md': filler,
      'a.md': `# Heron\n${filler}`,
      'b.md': `#heron/grey ${filler}`,
      'c.md': `---\naliases: [Heron]\n---\n${filler}`,
      'd.md': `heron ${filler}`,
    });
    await check(search, 'heron', ['heron.md', 'c.md', 'b.md', 'a.md', 'd.md']);
  });
  test('a note with all words beats one with a single word often', () =>
    check(make({ 'a.md': `red red red red ${filler}`, 'b.md': `red fox ${filler}` }), 'red fox', [
      'b.md',
      'a.md',
    ]));
  test('equal scores come in the order of paths', () =>
    check(make({ 'b.md': 'x', 'a/z.md': 'x', 'a.md': 'x' }), 'x', ['a/z.md', 'a.md', 'b.md']));
});

describe('words', () => {
  test('whole words first, then their other forms, then words that start so', () =>
    check(
      make({
        'a.md': `planets ${filler}`,
        'b.md': `planning ${filler}`,
        'c.md': `plan ${filler}`,
        'd.md': 'explain',
      }),
      'plan',
      ['c.md', 'b.md', 'a.md'],
    ));
  test('words are found in the forms that the language of the note has', async () => {
    const search = make({
      'de.md': 'Im Winter werden die Bäume in dem Garten geschnitten, und das ist gut so.',
      'en.md': 'In the winter, the tree in the garden is pruned, and that is how it should be.',
      'fr.md': 'Les arbres du jardin sont taillés en hiver, et il faut le faire.',
      'ja.md': '冬に庭の木を剪定する。',
    });
    await check(search, 'Baum', ['de.md']);
    await check(search, 'when should I prune trees', ['en.md']);
    await check(search, 'tailler un arbre', ['fr.md']);
    await check(search, '剪定', ['ja.md']);
  });
  test('stop words find nothing, unless there are no other words', async () => {
    const search = make({ 'a.md': `the who ${filler}`, 'b.md': `herons ${filler}` });
    await check(search, 'what of the heron', ['b.md']);
    await check(search, '"the who"', ['a.md']);
    await check(search, 'the who', ['a.md', 'b.md']);
  });
  test('a mistake is forgiven when nothing else answers', async () => {
    const search = make({ 'a.md': 'receive', 'b.md': 'deceive', 'c.md': 'unrelated' });
    await check(search, 'recieve', ['a.md']);
    await check(search, 'receive', ['a.md']);
  });
  test('accents and case do not matter', () =>
    check(make({ 'a.md': 'Café', 'b.md': 'cafe', 'c.md': 'CAFE\u0301' }), 'café', [
      'a.md',
      'b.md',
      'c.md',
    ]));
  test('scripts without spaces', async () => {
    const search = make({ 'a.md': '東京都で会議', 'b.md': '京都の東', 'c.md': '大阪' });
    await check(search, '東京', ['a.md']);
    await check(search, '京都', ['b.md', 'a.md']);
    await check(search, '東', ['b.md', 'a.md']);
    await check(search, '会議', ['a.md']);
  });
  test('phrases, words that must not be there, paths and endings', async () => {
    const search = make({
      'x/a.md': 'red fox runs',
      'x/b.md': 'fox red runs',
      'y/c.md': 'red fox sits',
      'y/d.canvas': 'red fox runs',
    });
    await check(search, '"red fox"', ['x/a.md', 'y/c.md', 'y/d.canvas']);
    await check(search, 'fox -runs', ['y/c.md']);
    await check(search, 'fox path:X/', ['x/a.md', 'x/b.md']);
    await check(search, 'fox ext:canvas', ['y/d.canvas']);
  });
  test('a question without a word is refused', () =>
    expect(make({}).ranked({ query: '"" -x ++ ' })).rejects.toMatchObject({
      about: { reason: 'query-required' },
    }));
});

describe('what is shown', () => {
  const first = async (text: string, query: string, passageLength = 40) =>
    (await make({ 'n.md': text }).ranked({ query, passageLength })).hits[0];
  const marked = (hit: Awaited<ReturnType<typeof first>>) =>
    hit?.passage.marks.map(([a, b]) => hit.passage.text.slice(a, b));

  test('found words are marked as the note has them', async () => {
    const hit = await first('🎉 Plans and planning, and plants', 'plan');
    expect(hit?.title).toBe('n');
    expect(marked(hit)).toEqual(['Plans', 'planning', 'plants']);
    expect(marked(await first('東京都で会議', '京'))).toEqual(['京']);
  });
  test('the passage is of the text below the properties, unless only they answer', async () => {
    const text = '---\ntags: [hen, fox]\nstate: hen\n---\n# Birds\nA hen lives here.\n';
    expect((await first(text, 'hen fox'))?.passage.text).toBe('A hen lives here.\n');
    expect((await first(text, 'fox'))?.passage.text).toContain('[hen, fox]');
    // The name of the note answers, and no word of it.
    expect((await first('---\na: b\n---\nText.', 'n'))?.passage.text).toBe('Text.');
  });
  test('the passage is where the rarest words are together, and cuts none', async () => {
    const text = `fox ${filler}. The quick brown fox met a red hen. ${filler}`;
    const hit = await first(text, 'fox hen');
    expect(hit?.passage.text).toContain('fox met a red hen');
    expect(marked(hit)).toEqual(['fox', 'hen']);
    expect(text.slice(hit?.passage.start).startsWith(hit?.passage.text ?? '-')).toBe(true);
  });
  test('the heading and the line of the first word in it', async () => {
    const text = '---\na: b\n---\nStart.\n\n# Birds\n\n## Hens\n\nThey\nlay eggs.\n\n# Eggless\n';
    expect((await first(text, 'lay'))?.passage).toMatchObject({ heading: 'Hens', line: 10 });
    expect((await first(text, 'birds'))?.passage).toMatchObject({ heading: 'Birds', line: 5 });
    expect((await first(text, 'start'))?.passage).not.toHaveProperty('heading');
  });
});

describe('scope and pages', () => {
  const notes = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `${i % 3}/n${i}.md`,
      'word '.repeat(1 + (i % 11)) + filler,
    ]),
  );

  test('hidden notes change nothing for those who may not read them', async () => {
    const mayRead = (path: string) => path.startsWith('1/');
    const visible = Object.fromEntries(Object.entries(notes).filter(([path]) => mayRead(path)));
    const all = await make(notes).ranked({ query: 'word fillre' }, { mayRead });
    const alone = await make(visible).ranked({ query: 'word fillre' });
    expect(all).toEqual(alone);
  });
  test('pages hold every hit once', async () => {
    const search = make(notes);
    const whole = await search.ranked({ query: 'word', limit: 1_000 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const from = cursor === undefined ? {} : { cursor };
      const page = await search.ranked({ query: 'word', limit: 7, ...from });
      seen.push(...page.hits.map(({ path }) => path));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole.hits.map(({ path }) => path));
  });
});

test('the answer does not depend on how the index is cut', async () => {
  const word = fc.constantFrom(
    'red',
    'fox',
    'foxes',
    'Fóx',
    'hen',
    '東京',
    '京',
    '🎉',
    'reed',
    'x',
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const notes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'fox', 'red hen'), text), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(notes, fc.array(word, { minLength: 1, maxLength: 3 }), async (sets, words) => {
      const cut = make({});
      const model = new Map<string, string>();
      for (const [name, content] of sets) {
        cut.set(`${name}.md`, content);
        model.set(`${name}.md`, content);
        if (content.length % 3 === 0) await cut.settle();
      }
      const fresh = make(Object.fromEntries(model));
      const query = { query: words.join(' ') };
      expect(await cut.ranked(query)).toEqual(await fresh.ranked(query));
    }),
    { numRuns: 100 },
  );
});

test('near words are those within few changes', () => {
  const distance = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length;
    const swap =
      a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
        ? distance(a.slice(0, -2), b.slice(0, -2)) + 1
        : Number.POSITIVE_INFINITY;
    return Math.min(
      distance(a.slice(0, -1), b) + 1,
      distance(a, b.slice(0, -1)) + 1,
      distance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
      swap,
    );
  };
  const text = fc.stringMatching(/^[ab]{0,5}$/);
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 2 }), (a, b, most) => {
      expect(isNear(a, b, most)).toBe(distance(a, b) <= most);
    }),
  );
});
