import { expect, test } from 'vitest';
import { NoteIndex } from '../note-index.ts';
import { IndexedPages } from './pages.ts';

const stat = { size: 7, mtime: 2000, mtimeNs: 2_000_000_001n, birthtime: 1000 };
const text = [
  '---',
  'tags: [p]',
  'n: .inf',
  'up: "[[B#h]]"',
  'deep: { a: [1, null, "x"] }',
  '---',
  '#t [[B|shown]] ![[B#x]] [[gone]] k:: v',
  '- [ ] do [due:: 2024-01-01]',
  '- item [w:: 1]',
  '## Big',
].join('\n');

const index = new NoteIndex();
index.update('A.md', text, stat);
index.update('f/B.md', '', { ...stat, birthtime: 0 });
index.update('secret/S.md', '[[B]] #p', stat);
const pages = new IndexedPages(index, (path) => !path.startsWith('secret/'));

test('a page is what the note says', () => {
  const page = pages.page('A.md');
  expect(page?.frontmatter).toEqual({
    tags: ['p'],
    n: Number.POSITIVE_INFINITY,
    up: '[[B#h]]',
    deep: { a: [1, null, 'x'] },
  });
  expect(page).toMatchObject({ path: 'A.md', size: 7, ctimeMs: 1000, mtimeMs: 2000 });
  expect(page?.bodyTags).toEqual(['#t']);
  expect(page?.inlineFields).toEqual([
    { key: 'due', value: '2024-01-01', holder: 'task' },
    { key: 'w', value: '1', holder: 'item' },
  ]);
  expect(page?.links).toEqual([
    { target: 'B#h', display: 'B > h', isEmbed: false },
    { target: 'B', display: 'shown', isEmbed: false },
    { target: 'gone', display: 'gone', isEmbed: false },
    { target: 'B#x', display: 'B > x', isEmbed: true },
  ]);
});

test('a page stays the same until the note changes', () => {
  const page = pages.page('f/B.md');
  expect(pages.page('f/B.md')).toBe(page);
  expect(page?.ctimeMs).toBe(2000);
  index.update('f/B.md', 'new', stat);
  expect(pages.page('f/B.md')).not.toBe(page);
});

test('tags in the forms that only Dataview reads count for queries', () => {
  const own = new NoteIndex();
  own.update('list.md', '---\ntags: [a/b]\n---\n', stat);
  own.update('one.md', '---\nTAG: a\n---\n', stat);
  own.update('text.md', '---\ntags: x, A\n---\n', stat);
  own.update('other.md', '---\ntag: b\n---\n', stat);
  const found = new IndexedPages(own, () => true).pagesWithTag('#a');
  expect(found.map(({ path }) => path)).toEqual(['list.md', 'one.md', 'text.md']);
});

test('questions about links, tags and folders are answered for what may be read', () => {
  const paths = (list: Iterable<{ path: string }> | undefined) =>
    list && [...list].map(({ path }) => path);
  expect(paths(pages.pages())).toEqual(['A.md', 'f/B.md']);
  expect(paths(pages.pagesLinkingTo('f/B.md'))).toEqual(['A.md']);
  expect(paths(pages.pagesMissing('gone'))).toEqual(['A.md']);
  expect(pages.missingFrom('A.md')).toEqual(['gone']);
  expect(paths(pages.pagesWithTag('#P'))).toEqual(['A.md']);
  expect(paths(pages.pagesInFolder('f'))).toEqual(['f/B.md']);
  expect(pages.pagesInFolder('nope')).toBeUndefined();
  expect(pages.pagesInFolder('secret')).toBeUndefined();
  expect(pages.filesLinkedFrom('A.md')).toEqual(['f/B.md']);
  expect(pages.filesLinkedFrom('secret/S.md')).toBeUndefined();
  expect(pages.resolve('S', 'A.md')).toBeUndefined();
  expect(pages.resolve('b', 'A.md')).toBe('f/B.md');
  expect(pages.hasFile('secret/S.md')).toBe(false);
});
