import { expect, test } from 'vitest';
import { NoteIndex } from '../note-index.ts';
import { backlinks, deadEnds, linkMap, orphans, unresolvedLinks } from './graph.ts';

const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };

function indexOf(files: Record<string, string>): NoteIndex {
  const index = new NoteIndex();
  for (const [path, text] of Object.entries(files)) index.update(path, text, stat);
  return index;
}

const base = ['Note.md', 'zzzz/Note.md', 'a/b/Note.md', 'Sub/My Note.md', 'pics/x.png', 'Log.md'];
const withoutRoot = base.filter((path) => path !== 'Note.md');
const check = (
  name: string,
  from: string,
  link: string,
  to: string | undefined,
  files: readonly string[] = base,
) =>
  test(name, () => {
    const index = indexOf(Object.fromEntries(files.map((path) => [path, ''])));
    index.update(from, link, stat);
    const map = linkMap(index, from);
    expect([...(map?.resolved ?? [])]).toEqual(to === undefined ? [] : [[to, 1]]);
    expect(map?.unresolved.size).toBe(to === undefined ? 1 : 0);
    if (to !== undefined) expect(backlinks(index, to)).toEqual([{ path: from, count: 1 }]);
  });

check('R1 the root wins by its exact path', 'a/b/s.md', '[[Note]]', 'Note.md');
check('R2 the end of a path', 's.md', '[[b/Note]]', 'a/b/Note.md');
check('R3 a relative path', 'a/x.md', '[[../Log]]', 'Log.md');
check('R4 any case', 's.md', '[[log]]', 'Log.md');
check('R4 any case of the extension', 's.md', '[[LOG.MD]]', 'Log.md');
check('R5 a file beside the note', 'zzzz/s.md', '[[Note]]', 'zzzz/Note.md', withoutRoot);
check('R6 a file beside the note, deeper', 'a/b/s.md', '[[Note]]', 'a/b/Note.md', withoutRoot);
check('R7 the shortest path', 's.md', '[[Note]]', 'a/b/Note.md', withoutRoot);
const withB = [...withoutRoot, 'b/Note.md'];
check('R8 folders above do not count', 'zzzz/deep/s.md', '[[Note]]', 'b/Note.md', withB);
check('R9 an exact path wins over a neighbour', 'a/b/s.md', '[[b/Note]]', 'b/Note.md', withB);
check('R10 a Markdown link by name', 's.md', '[y](My%20Note.md)', 'Sub/My Note.md');
check('R11 a Markdown link from the root', 'Sub/s.md', '[z](Sub/My%20Note.md)', 'Sub/My Note.md');
check('R12 an attachment by name', 's.md', '![[x.png]]', 'pics/x.png');
check('R13 an attachment needs its extension', 's.md', '[[x]]', undefined);
test('R14 an alias resolves nothing', () => {
  const index = indexOf({
    'Log.md': '---\naliases: [Alias of Log]\n---',
    's.md': '[[Alias of Log]]',
  });
  expect([...(linkMap(index, 's.md')?.unresolved ?? [])]).toEqual([['Alias of Log', 1]]);
});
test('R15 a heading of the note itself', () => {
  const index = indexOf({ 's.md': '[[#Any]]' });
  expect([...(linkMap(index, 's.md')?.resolved ?? [])]).toEqual([['s.md', 1]]);
  expect(backlinks(index, 's.md')).toEqual([{ path: 's.md', count: 1 }]);
});
check('R16 a missing heading does not matter', 's.md', '[[Log#missing]]', 'Log.md');
check('R17 a slash means the root', 's.md', '[[/Note]]', undefined, ['a/b/Note.md']);
check('R18 Unicode forms are the same', 's.md', '[[Caf\u00e9]]', 'Cafe\u0301.md', [
  'Cafe\u0301.md',
]);

check('a relative path out of the vault', 'a/s.md', '[[../../Log]]', undefined);
check('a no-break space is a space', 's.md', '[[My\u00a0Note]]', 'Sub/My Note.md');
check('doubled slashes are one', 's.md', '[[Sub//My Note]]', 'Sub/My Note.md');
check('equal length: the first by code units', 's.md', '[[N]]', 'a/N.md', ['b/N.md', 'a/N.md']);
check('a file with the extension beats a note called so', 's.md', '[[x.png]]', 'pics/x.png', [
  'pics/x.png',
  'x.png.md',
]);
check('a file of an unknown kind is no target', 's.md', '[[x.txt]]', undefined, ['x.txt']);

test('counts repeat, self links included, embeds and properties too', () => {
  const index = indexOf({
    'a.md': '---\nup: "[[b]]"\n---\n[[b]] ![[b#x]] [t](b.md) [[#own]] [[gone]] [[gone|x]]',
    'b.md': '',
  });
  expect(backlinks(index, 'b.md')).toEqual([{ path: 'a.md', count: 4 }]);
  expect([...(linkMap(index, 'a.md')?.resolved ?? [])]).toEqual([
    ['b.md', 4],
    ['a.md', 1],
  ]);
  expect(unresolvedLinks(index)).toEqual([{ target: 'gone', count: 2, sources: ['a.md'] }]);
});

test('a canvas links by whole paths and by the links in its cards', () => {
  const canvas = JSON.stringify({
    nodes: [
      { id: '1', type: 'file', file: 'x/Note.md' },
      { id: '2', type: 'file', file: 'gone.md' },
      { id: '3', type: 'text', text: 'see [[Log]] and ![[Log]]' },
      { id: '4', type: 'link', url: 'https://example.com' },
    ],
    edges: [],
  });
  const index = indexOf({ 'Note.md': '', 'x/Note.md': '', 'Log.md': '', 'c.canvas': canvas });
  const map = linkMap(index, 'c.canvas');
  expect([...(map?.resolved ?? [])]).toEqual([
    ['x/Note.md', 1],
    ['Log.md', 2],
  ]);
  expect([...(map?.unresolved ?? [])]).toEqual([['gone.md', 1]]);
  for (const broken of ['', '{', '[]', '{"nodes": 3}']) {
    index.update('c.canvas', broken, stat);
    expect(backlinks(index, 'Log.md')).toEqual([]);
  }
});

test('orphans are linked from nowhere, dead ends link nowhere', () => {
  const index = indexOf({ 'a.md': '[[b]]', 'b.md': '', 'c.md': '[[#x]]', 'p.png': '' });
  expect(orphans(index)).toEqual(['a.md', 'c.md']);
  expect(deadEnds(index)).toEqual(['b.md']);
});

test('what may not be read is neither named nor counted', () => {
  const index = indexOf({ 'a.md': '[[b]] [[gone]]', 'secret/s.md': '[[b]] [[gone]]', 'b.md': '' });
  const mayRead = (path: string) => !path.startsWith('secret/');
  expect(backlinks(index, 'b.md', mayRead)).toEqual([{ path: 'a.md', count: 1 }]);
  expect(unresolvedLinks(index, mayRead)).toEqual([
    { target: 'gone', count: 1, sources: ['a.md'] },
  ]);
  expect(orphans(index, mayRead)).toEqual(['a.md']);
});
