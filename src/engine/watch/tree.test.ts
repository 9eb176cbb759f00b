import { expect, test } from 'vitest';
import { parseVaultPath } from '../../contract/paths.ts';
import type { Stat } from '../store/vault/stat.ts';
import { Tree, type TreeWalkOptions } from './tree.ts';

function toStat(type: Stat['type']): Stat {
  return {
    type,
    size: 1,
    mtime: 0,
    birthtime: 0,
    mtimeNs: 0n,
    ctimeNs: 0n,
    ino: 1n,
    dev: 1n,
    mode: 0o644,
    uid: 0,
    gid: 0,
    special: false,
  };
}

/** Names that end in `/` are folders, with `@` they are links. */
function plant(...paths: string[]): Tree {
  const tree = new Tree(toStat('folder'));
  tree.root.read = true;
  for (const path of paths) {
    const type = path.endsWith('/') ? 'folder' : path.endsWith('@') ? 'symlink' : 'file';
    const names = path.replace(/[/@]$/, '').split('/');
    const name = names.pop() ?? '';
    const parent = tree.folder(parseVaultPath(names.join('/')));
    const folder = parent && tree.put(parent, name, toStat(type));
    if (folder !== undefined) folder.read = true;
  }
  return tree;
}

const at = parseVaultPath;

function walk(tree: Tree, start: string, options: TreeWalkOptions = {}): string {
  return [...tree.walk(at(start), { recursive: true, ...options })]
    .map(({ path }) => path)
    .join(' ');
}

const small = [
  'docs/',
  'docs/a.md',
  'docs/sub/',
  'docs/sub/b.md',
  'empty/',
  'img/',
  'img/logo.png',
  'note.md',
];

const walks: Record<
  string,
  [paths: string[], start: string, options: TreeWalkOptions, expected: string]
> = {
  'R10 everything, a folder before its contents': [
    small,
    '',
    {},
    small.join(' ').replaceAll('/ ', ' '),
  ],
  'R11 only the first level': [small, '', { recursive: false }, 'docs empty img note.md'],
  'R12 below a folder': [small, 'docs', {}, 'docs/a.md docs/sub docs/sub/b.md'],
  'R13 a page': [small, '', { max: 3 }, 'docs docs/a.md docs/sub'],
  'R16 a later page': [small, '', { offset: 3, max: 3 }, 'docs/sub/b.md empty img'],
  'R17 without a folder': [
    small,
    '',
    { ignore: new Set(['docs']) },
    'empty img img/logo.png note.md',
  ],
  'R18 a page without a folder': [
    small,
    '',
    { ignore: new Set(['docs']), offset: 1, max: 1 },
    'img',
  ],
  'R19 files are not ignored': [['note.md'], '', { ignore: new Set(['note.md']) }, 'note.md'],
  'R20 folders sort by their name alone': [
    ['dir.md', 'dir-a', 'dir/', 'dir/x'],
    '',
    {},
    'dir dir/x dir-a dir.md',
  ],
  'R9 names sort by their bytes': [
    ['z', 'é', 'a', '_', 'A.md', '9', '10', '.hid'],
    '',
    {},
    '.hid 10 9 A.md _ a z é',
  ],
  'links are not entered': [['l@', 'm'], '', {}, 'l m'],
  'a closed folder is one entry': [['.git/', '.git/index', 'm'], '', {}, '.git m'],
  'the inside of a closed folder comes from elsewhere': [
    ['.git/', 'm'],
    '',
    { inside: (path) => [{ path: at(`${path}/index`), stat: toStat('file') }] },
    '.git .git/index m',
  ],
  'a file has no contents': [small, 'note.md', {}, ''],
};

for (const [name, [paths, start, options, expected]] of Object.entries(walks)) {
  test(name, () => expect(walk(plant(...paths), start, options)).toBe(expected));
}

test('a path leads to its entry', () => {
  const tree = plant(...small);
  expect(tree.stat(at(''))?.type).toBe('folder');
  expect(tree.stat(at('docs/sub'))?.type).toBe('folder');
  expect(tree.stat(at('docs/sub/b.md'))?.type).toBe('file');
  expect(tree.stat(at('docs/sub/c.md'))).toBeUndefined();
  expect(tree.stat(at('note.md/x'))).toBeUndefined();
});

test('a list is there for folders that are known, and only for them', () => {
  const tree = plant(...small, '.git/');
  expect(tree.list(at('docs'))?.map(({ name }) => name)).toEqual(['a.md', 'sub']);
  expect(tree.list(at('.git'))).toBeUndefined();
  expect(tree.list(at('note.md'))).toBeUndefined();
});

test('a folder that moves takes everything along and knows its new place', () => {
  const tree = plant(...small);
  const [docs, img] = [tree.folder(at('docs')), tree.folder(at('img'))];
  if (docs === undefined || img === undefined) throw new Error('not planted');
  const sub = docs.folders.get('sub');
  tree.remove(tree.root, 'docs');
  expect(tree.size).toBe(4);
  tree.attach(img, 'moved', toStat('folder'), docs);
  expect(tree.size).toBe(8);
  expect(sub && tree.pathOf(sub)).toBe('img/moved/sub');
  expect(walk(tree, '')).toBe(
    'empty img img/logo.png img/moved img/moved/a.md img/moved/sub img/moved/sub/b.md note.md',
  );
});

test('a folder that was taken out has no place', () => {
  const tree = plant(...small);
  const sub = tree.folder(at('docs/sub'));
  tree.remove(tree.root, 'docs');
  expect(sub && tree.pathOf(sub)).toBeUndefined();
});
