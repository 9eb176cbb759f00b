import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { propertyCounts } from './facts/properties.ts';
import { notesWithTag, tagCounts } from './facts/tags.ts';
import { deadEnds, linkMap, orphans, unresolvedLinks } from './links/graph.ts';
import { NoteIndex } from './note-index.ts';

const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };
const everything = () => true;
const none = new Map();

const indexOf = (files: Iterable<[string, string]>): NoteIndex => {
  const index = new NoteIndex();
  for (const [path, text] of files) index.update(path, text, stat);
  return index;
};

/** Every answer an index can give, so that two of them can be compared. */
async function answers(index: NoteIndex) {
  const paths = index.files.inOrder().map(({ path }) => path);
  return {
    paths,
    links: paths.map((path) => linkMap(index, path)),
    unresolved: unresolvedLinks(index),
    orphans: orphans(index),
    deadEnds: deadEnds(index),
    tags: await tagCounts(index, everything),
    tagged: ['a', 'a/b', 'c'].map((tag) => notesWithTag(index, tag).map(({ path }) => path)),
    properties: propertyCounts(index, everything, none),
    words: [index.tags, index.keys, index.aliases].map((owners) =>
      [...owners.words()].sort().map((word) => [word, owners.of(word).length]),
    ),
    notes: index.files.noteCount,
    data: index.files.inOrder().map(({ data }) => data?.detail),
  };
}

const folder = fc.constantFrom('', 'x/', 'y/', 'x/z/');
const path = fc
  .tuple(folder, fc.constantFrom('a.md', 'b.md', 'B.md', 'c.md', 'p.png', 'd.canvas'))
  .map(([where, name]) => where + name);
const text = fc
  .array(
    fc.constantFrom(
      '[[a]] ',
      '[[x/a]] ',
      '[[../b]] ',
      '![[p.png]] ',
      '[[#h]] ',
      '[t](b.md) ',
      '[[gone|g]] ',
      '#a ',
      '#A/b ',
      '#c ',
      '- [ ] t\n',
      '- [x] d\n',
      'k:: v\n',
      '[[B]] ',
    ),
    { maxLength: 5 },
  )
  .map((pieces) => pieces.join(''));
const note = fc.oneof(
  text,
  text.map((body) => `---\ntags: [c, a/b]\naliases: Other\nn: 1\n---\n${body}`),
  text.map((body) => `---\nN: .inf\nup: "[[a]]"\n---\n${body}`),
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), path, note }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('drop' as const),
      path: fc.constantFrom('x', 'x/z', 'y'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), path, to: path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      path: fc.constantFrom('x', 'y', 'x/z'),
      to: fc.constantFrom('w', 'y/w', '.hidden'),
    }),
  },
);

/** The files after a step, as a plain map. */
function apply(
  files: Map<string, string>,
  one: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  const within = (root: string) => [...files.keys()].filter((name) => name.startsWith(`${root}/`));
  const move = (from: string, to: string) => {
    const content = files.get(from);
    files.delete(from);
    if (content !== undefined && !to.startsWith('.')) files.set(to, content);
  };
  if (one.do === 'write') files.set(one.path, one.note);
  else if (one.do === 'remove') files.delete(one.path);
  else if (one.do === 'drop') for (const name of within(one.path)) files.delete(name);
  else if (one.do === 'rename') move(one.path, one.to);
  else for (const name of within(one.path)) move(name, one.to + name.slice(one.path.length));
}

test('after any storm of changes the index says what a rebuild says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const files = new Map<string, string>();
      const index = new NoteIndex();
      for (const one of steps) {
        if (one.do === 'rename' && (!files.has(one.path) || kind(one.path) !== kind(one.to)))
          continue;
        if (one.do === 'rename' && one.path === one.to) continue;
        // A folder cannot move into itself.
        if (one.do === 'move' && one.to.startsWith(`${one.path}/`)) continue;
        apply(files, one);
        if (one.do === 'write') index.update(one.path, one.note, stat);
        else if (one.do === 'remove' || one.do === 'drop') index.remove(one.path);
        else index.rename(one.path, one.to);
      }
      expect(await answers(index)).toEqual(await answers(indexOf([...files].sort())));
    }),
    { numRuns: 400 },
  );
});

function kind(name: string): string {
  return name.slice(name.lastIndexOf('.'));
}

test('a folder with thousands of notes moves without being read again', () => {
  const index = new NoteIndex();
  for (let i = 0; i < 3000; i++) index.update(`old/n${i}.md`, `[[n${i + 1}]] #t${i % 7}`, stat);
  index.update('hub.md', '[[old/n5]] [[n6]]', stat);
  index.rename('old', 'new/deep');
  expect(index.files.noteCount).toBe(3001);
  expect([...(linkMap(index, 'hub.md')?.resolved.keys() ?? [])]).toEqual(['new/deep/n6.md']);
  expect([...(linkMap(index, 'new/deep/n7.md')?.resolved.keys() ?? [])]).toEqual([
    'new/deep/n8.md',
  ]);
  expect(notesWithTag(index, '#T3')).toHaveLength(429);
});

test('tags count each occurrence for themselves and their ancestors', async () => {
  const index = indexOf([
    ['a.md', '---\ntags: [p/q]\n---\n#P/q #P #p/'],
    ['b.md', '#p/r/s #1x'],
  ]);
  expect(await tagCounts(index, everything)).toEqual([
    { name: '1x', count: 1, notes: 1 },
    { name: 'p', count: 5, notes: 2 },
    { name: 'p/q', count: 2, notes: 1 },
    { name: 'p/r', count: 1, notes: 1 },
    { name: 'p/r/s', count: 1, notes: 1 },
  ]);
  expect(notesWithTag(index, '#p/R').map(({ path: name }) => name)).toEqual(['b.md']);
  expect(notesWithTag(index, 'q')).toEqual([]);
});

test('a tag has the spelling of the first note by path, whichever was indexed first', async () => {
  const check = async (...files: [string, string][]) =>
    expect((await tagCounts(indexOf(files), everything)).map(({ name }) => name)).toEqual([
      'Tag',
      'Tag/x',
    ]);
  await check(['a.md', '#Tag/x #tag/X'], ['b.md', '#TAG/X']);
  await check(['b.md', '#TAG/X'], ['a.md', '#Tag/x #tag/X']);
});

test('properties have the declared type, or the one that most values look like', () => {
  const index = indexOf([
    ['a.md', '---\nDue: 2024-01-01\nn: 1\nok: true\nl: [a]\ntags: x\nwhen: 2024-01-01T10:00\n---'],
    ['b.md', '---\ndue: 2024-01-02\nn: 2\nw: text\nn2: 1\n---'],
    ['c.md', '---\ndue: soon\nn: x\n---'],
  ]);
  const declared = new Map([['n2', 'text' as const]]);
  expect(propertyCounts(index, everything, declared)).toEqual([
    { name: 'Due', type: 'date', count: 3 },
    { name: 'l', type: 'multitext', count: 1 },
    { name: 'n', type: 'number', count: 3 },
    { name: 'n2', type: 'text', count: 1 },
    { name: 'ok', type: 'checkbox', count: 1 },
    { name: 'tags', type: 'tags', count: 1 },
    { name: 'w', type: 'text', count: 1 },
    { name: 'when', type: 'datetime', count: 1 },
  ]);
});

test('hidden files are not there', () => {
  const index = indexOf([
    ['.obsidian/x.md', '#a'],
    ['a/.trash/b.md', '#a'],
  ]);
  expect(index.files.size).toBe(0);
});
