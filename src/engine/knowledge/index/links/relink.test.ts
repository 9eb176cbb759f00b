import { expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { NoteIndex } from '../note-index.ts';
import type { VaultSettings } from '../settings.ts';
import { linkMap } from './graph.ts';
import { writeLink } from './link-writing.ts';
import { type Move, planRelinks } from './relink.ts';

const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };
type Files = Record<string, string>;
type Format = VaultSettings['newLinkFormat'];

const indexOf = (files: Files) => {
  const index = new NoteIndex();
  for (const [path, text] of Object.entries(files)) index.update(path, text, stat);
  return index;
};

/** The vault after a move with its links updated. */
function move(files: Files, from: string, to: string, format: Format = 'shortest'): Files {
  const index = indexOf(files);
  const edits = planRelinks(index, [{ from, to }], { format, textOf: (path) => files[path] });
  const after = { ...files };
  for (const edit of edits) after[edit.path] = edit.after;
  const place = (path: string) =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  return Object.fromEntries(Object.entries(after).map(([path, text]) => [place(path), text]));
}

const settings = { newLinkFormat: 'shortest' as Format, useMarkdownLinks: false };
const written = (
  files: string[],
  to: string,
  from: string,
  more: Partial<typeof settings> = {},
) => {
  const index = indexOf(Object.fromEntries(files.map((path) => [path, ''])));
  const file = index.files.get(to);
  return file && writeLink(index, file, from, { ...settings, ...more });
};
test('W4 a unique name is enough', () =>
  expect(written(['x/y/N.md', 'S.md'], 'x/y/N.md', 'S.md')).toBe('[[N]]'));
test('W5 two files of a name need the path', () =>
  expect(written(['x/y/N.md', 'N.md'], 'x/y/N.md', 'S.md')).toBe('[[x/y/N]]'));
test('W6 a relative path', () =>
  expect(written(['x/y/N.md'], 'x/y/N.md', 'x/z/S.md', { newLinkFormat: 'relative' })).toBe(
    '[[../y/N]]',
  ));
test('W7 a Markdown link has the whole path, encoded', () =>
  expect(written(['Sub/My Note.md'], 'Sub/My Note.md', 'S.md', { useMarkdownLinks: true })).toBe(
    '[My Note](Sub/My%20Note.md)',
  ));
test('what would break a destination is encoded too', () =>
  expect(written(['a (b) #1 50%.md'], 'a (b) #1 50%.md', 'S.md', { useMarkdownLinks: true })).toBe(
    '[a (b) #1 50%](a%20%28b%29%20%231%2050%25.md)',
  ));
test('an attachment keeps its ending, and can be embedded', () => {
  const index = indexOf({ 'p/x.png': '' });
  const file = index.files.get('p/x.png');
  expect(file && writeLink(index, file, 'S.md', settings, { embed: true, display: '100' })).toBe(
    '![[x.png|100]]',
  );
});

test('W8 a rename keeps kind, display, heading and ending', () =>
  expect(
    move({ 'A.md': '', 's.md': '[[A]] [[A|x]] ![[A#h]] [t](A.md) [[ A ]]' }, 'A.md', 'B.md')[
      's.md'
    ],
  ).toBe('[[B]] [[B|x]] ![[B#h]] [t](B.md) [[ B ]]'));
test('W9 code is left alone', () => {
  const text = '```\n[[A]]\n```\n`[[A]]`';
  expect(move({ 'A.md': '', 's.md': text }, 'A.md', 'B.md')['s.md']).toBe(text);
});
test('W10 properties are updated', () =>
  expect(
    move(
      { 'A.md': '', 's.md': '---\nup: "[[A|x]]"\nl:\n  - \'[[A]]\'\nt: "see [[A]]"\n---\n' },
      'A.md',
      'B.md',
    )['s.md'],
  ).toBe('---\nup: "[[B|x]]"\nl:\n  - \'[[B]]\'\nt: "see [[A]]"\n---\n'));
test('W11 a pipe in a table stays escaped', () =>
  expect(move({ 'A.md': '', 's.md': '|a|b|\n|-|-|\n|[[A\\|x]]|c|' }, 'A.md', 'B.md')['s.md']).toBe(
    '|a|b|\n|-|-|\n|[[B\\|x]]|c|',
  ));
test('W12 a canvas is updated, its layout kept', () => {
  const canvas =
    '{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"A.md"},\n\t\t{"id":"2","text":"a \\"[[A]]\\" \\u00e9"},\n\t\t{"id":"A.md","label":"file"}\n\t]\n}';
  expect(move({ 'A.md': '', 'c.canvas': canvas }, 'A.md', 'x/B.md')['c.canvas']).toBe(
    canvas
      .replace('"file":"A.md"', '"file":"x/B.md"')
      .replace('a \\"[[A]]\\" \\u00e9', 'a \\"[[B]]\\" é'),
  );
});
test('W13 a new file of the same name does not take links over', () => {
  const files = { 'p/N.md': '', 's.md': '[[N]] and [[p/N]]' };
  const edits = planRelinks(
    indexOf(files),
    [],
    { format: 'shortest', textOf: (path) => files[path as keyof typeof files] },
    ['q/N.md'],
  );
  expect(edits).toMatchObject([{ path: 's.md', after: '[[p/N]] and [[p/N]]', count: 1 }]);
});
test('W14 a relative link still reaches its file', () => {
  const after = move({ 'n/S.md': '[[../L]]', 'L.md': '' }, 'n/S.md', 'S.md');
  expect([...(linkMap(indexOf(after), 'S.md')?.resolved.keys() ?? [])]).toEqual(['L.md']);
});
test('a link that still leads there is not touched', () => {
  const text = '[[A]] [t](x/A.md)';
  expect(move({ 'x/A.md': '', 's.md': '[[A]]' }, 'x/A.md', 'y/A.md')['s.md']).toBe('[[A]]');
  expect(move({ 'x/A.md': '', 's.md': text }, 'x/A.md', 'y/A.md')['s.md']).toBe('[[A]] [t](A.md)');
});
test('an angled destination stays angled', () =>
  expect(move({ 'A b.md': '', 's.md': '[t](<A b.md#h> "T")' }, 'A b.md', 'c d.md')['s.md']).toBe(
    '[t](<c d.md#h> "T")',
  ));
test('the absolute format is followed for links to what moved', () =>
  expect(
    move({ 'x/A.md': '', 's.md': '[[A]] [[B]]', 'y/B.md': '' }, 'x/A.md', 'z/A.md', 'absolute')[
      's.md'
    ],
  ).toBe('[[z/A]] [[B]]'));

const names = ['a.md', 'b.md', 'x/a.md', 'x/b.md', 'x/z/a.md', 'y/c.md', 'p.png', 'y/p.png'];
const link = fc.constantFrom(
  '[[a]]',
  '[[b|t]]',
  '[[x/a]]',
  '[[../a]]',
  '[[./b]]',
  '![[p.png]]',
  '[t](x/b.md)',
  '[t](c.md#h)',
  '[[y/c]]',
  '[[#h]]',
  '[[gone]]',
  '[[z/a#h|d]]',
  '[[/a]]',
);
const vault = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.array(link, { maxLength: 4 })), { minLength: 2 })
  .map((files) => Object.fromEntries(files.map(([path, links]) => [path, links.join(' ')])));
const moves: Move[] = [
  { from: 'a.md', to: 'new.md' },
  { from: 'a.md', to: 'x/q/b.md' },
  { from: 'x', to: 'y/x' },
  { from: 'x', to: 'w' },
  { from: 'x/z', to: 'z' },
  { from: 'p.png', to: 'x/p.png' },
  { from: 'y/c.md', to: 'a2/b.md' },
];

test('after any move every link leads to the file it led to before', () => {
  fc.assert(
    fc.property(
      vault,
      fc.constantFrom(...moves),
      fc.constantFrom<Format>('shortest', 'relative', 'absolute'),
      (files, { from, to }, format) => {
        const place = (path: string) =>
          path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
        const before = indexOf(files);
        const after = indexOf(move(files, from, to, format));
        for (const path of Object.keys(files).filter((name) => name.endsWith('.md'))) {
          const old = linkMap(before, path);
          const now = linkMap(after, place(path));
          // A link that led nowhere may find something now.
          for (const [target, count] of old?.resolved ?? []) {
            expect(now?.resolved.get(place(target))).toBeGreaterThanOrEqual(count);
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});
