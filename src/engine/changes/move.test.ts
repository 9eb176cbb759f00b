import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fc } from '../../../test/support/property.ts';
import { caller, harvest, openTestVault } from '../../../test/support/vault.ts';
import { isVaultError } from '../../contract/errors.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';

type Files = Readonly<Record<string, string>>;

/** Moves once and compares every file that should be different. */
async function check(name: string, before: Files, [from, to]: [string, string], changed: Files) {
  const { engine, root } = await openTestVault(before);
  const { refactoring, history } = engine.as(caller());
  const { step } = await refactoring.move(p(from), p(to));
  const after = harvest(root);
  const { '.obsidian/app.json': _, ...rest } = before;
  for (const path of Object.keys(changed))
    expect(after[path], `${name}: ${path}`).toBe(changed[path]);
  for (const path of Object.keys(rest)) {
    if (path in changed || path === from || path.startsWith(`${from}/`)) continue;
    expect(after[path], `${name}: ${path} stays`).toBe(rest[path]);
  }
  await history.undo(step ?? '');
  expect(harvest(root), `${name}: undone`).toEqual(before);
}

const format = (newLinkFormat: string) => ({
  '.obsidian/app.json': JSON.stringify({ newLinkFormat }),
});

const table: readonly [string, Files, [string, string], Files][] = [
  [
    'rename',
    { 'A.md': '', 's.md': '[[A]] [[A|x]] ![[A#h]] [t](A.md)' },
    ['A.md', 'B.md'],
    { 's.md': '[[B]] [[B|x]] ![[B#h]] [t](B.md)' },
  ],
  [
    'a short link that is still right stays',
    { 'A.md': '', 's.md': '[[A]]' },
    ['A.md', 'x/A.md'],
    { 'x/A.md': '' },
  ],
  [
    'a long link becomes what the vault asks for',
    { 'f/A.md': '', 's.md': '[[f/A]]' },
    ['f/A.md', 'g/A.md'],
    { 's.md': '[[A]]' },
  ],
  [
    'absolute',
    { ...format('absolute'), 'f/A.md': '', 's.md': '[[f/A]]' },
    ['f/A.md', 'g/A.md'],
    { 's.md': '[[g/A]]' },
  ],
  [
    'relative',
    { ...format('relative'), 'f/A.md': '', 'h/s.md': '[[../f/A]]' },
    ['f/A.md', 'g/A.md'],
    { 'h/s.md': '[[../g/A]]' },
  ],
  [
    'W14 relative links inside what moves',
    { 'n/S.md': '[[../L]]', 'L.md': '' },
    ['n/S.md', 'S.md'],
    { 'S.md': '[[L]]' },
  ],
  [
    'a folder, seen from outside and inside',
    { 'd/A.md': '[[d/B]]', 'd/B.md': '', 's.md': '[[d/A]] [[B]]' },
    ['d', 'e'],
    { 'e/A.md': '[[B]]', 's.md': '[[A]] [[B]]' },
  ],
  [
    'W13 links that the new name would capture',
    { 'p/N.md': '', 'X.md': '', 's.md': '[[N]]' },
    ['X.md', 'N.md'],
    { 's.md': '[[p/N]]' },
  ],
  [
    'two of one name: full paths',
    { 'a/N.md': '', 'b/N.md': '', 's.md': '[[a/N]] [[b/N]]' },
    ['a/N.md', 'c/N.md'],
    { 's.md': '[[c/N]] [[b/N]]' },
  ],
  ['case only', { 'a.md': '', 's.md': '[[a]]' }, ['a.md', 'A.md'], { 's.md': '[[a]]' }],
  [
    'attachments',
    { 'i.png': 'x', 's.md': '![[i.png|100]] ![](i.png)' },
    ['i.png', 'img/pic 1.png'],
    { 's.md': '![[pic 1.png|100]] ![](pic%201.png)' },
  ],
  [
    'headings and blocks stay',
    { 'A.md': '', 's.md': '[[A#H 1#H 2|d]] [[A#^b]]' },
    ['A.md', 'B.md'],
    { 's.md': '[[B#H 1#H 2|d]] [[B#^b]]' },
  ],
  [
    'properties and tables',
    {
      'A.md': '',
      's.md': '---\nup: "[[A]]"\nall:\n  - "[[A|x]]"\n---\n| a |\n|---|\n| [[A\\|y]] |\n',
    },
    ['A.md', 'B.md'],
    { 's.md': '---\nup: "[[B]]"\nall:\n  - "[[B|x]]"\n---\n| a |\n|---|\n| [[B\\|y]] |\n' },
  ],
  [
    'canvas',
    {
      'f/A.md': '',
      'c.canvas': '{"nodes":[{"type":"file","file":"f/A.md"},{"type":"text","text":"[[f/A]]"}]}',
    },
    ['f/A.md', 'g/A.md'],
    { 'c.canvas': '{"nodes":[{"type":"file","file":"g/A.md"},{"type":"text","text":"[[A]]"}]}' },
  ],
  [
    'code is left alone',
    { 'A.md': '', 's.md': '`[[A]]`\n```\n[[A]]\n```\n[[A]]' },
    ['A.md', 'B.md'],
    { 's.md': '`[[A]]`\n```\n[[A]]\n```\n[[B]]' },
  ],
  [
    'a note that links to itself',
    { 'A.md': '[[A]] [[#h]]' },
    ['A.md', 'B.md'],
    { 'B.md': '[[B]] [[#h]]' },
  ],
  [
    'a name in another Unicode form',
    { 'caf\u00e9.md': '', 's.md': '[[cafe\u0301]]' },
    ['caf\u00e9.md', 'bar.md'],
    { 's.md': '[[bar]]' },
  ],
];

for (const [name, ...row] of table) test(`move: ${name}`, () => check(name, ...row));

test('a move says what it did, and a dry run the same without doing it', async () => {
  const { engine, root } = await openTestVault({
    'A.md': '',
    's.md': '[[A]] [[A]]',
    't.md': '[[A]]',
  });
  const { refactoring } = engine.as(caller());
  const expected = { linksUpdated: 3, filesTouched: ['s.md', 't.md'], filesLeft: [] };
  expect(await refactoring.move(p('A.md'), p('B.md'), { dryRun: true })).toMatchObject(expected);
  expect(harvest(root)['A.md']).toBe('');
  expect(await refactoring.move(p('A.md'), p('B.md'))).toMatchObject(expected);
  expect(harvest(root)).toEqual({ 'B.md': '', 's.md': '[[B]] [[B]]', 't.md': '[[B]]' });
});

test('without updating links only the file moves', async () => {
  const { engine, root } = await openTestVault({ 'A.md': '', 's.md': '[[A]]' });
  await engine.as(caller()).refactoring.move(p('A.md'), p('B.md'), { updateLinks: false });
  expect(harvest(root)).toEqual({ 'B.md': '', 's.md': '[[A]]' });
});

test('a target that is taken is refused, and nothing changes', async () => {
  const before = { 'A.md': 'a', 'B.md': 'b', 's.md': '[[A]]' };
  const { engine, root } = await openTestVault(before);
  const moved = engine.as(caller()).refactoring.move(p('A.md'), p('B.md'));
  await expect(moved).rejects.toMatchObject({ code: 'already-exists' });
  expect(harvest(root)).toEqual(before);
});

test('a note that is no UTF-8 is left as it is, byte for byte', async () => {
  const bytes = Buffer.from('[[A]] caf\xe9', 'latin1');
  const { engine, root } = await openTestVault({ 'A.md': '', 's.md': bytes, 't.md': '[[A]]' });
  const moved = await engine.as(caller()).refactoring.move(p('A.md'), p('B.md'));
  expect(moved).toMatchObject({ filesTouched: ['t.md'], filesLeft: [] });
  expect(readFileSync(`${root}/s.md`).equals(bytes)).toBe(true);
});

test('a picture in the background of a canvas is followed', async () => {
  const group = (file: string) => `{"nodes":[{"type":"group","background":"${file}"}]}`;
  const { engine, root } = await openTestVault({ 'i.png': '', 'c.canvas': group('i.png') });
  await engine.as(caller()).refactoring.move(p('i.png'), p('x/j.png'));
  expect(harvest(root)['c.canvas']).toBe(group('x/j.png'));
});

test('a base follows the folder that it looks into', async () => {
  const base = (folder: string) => `filters:\n  and:\n    - file.inFolder("${folder}")\n`;
  const { engine, root } = await openTestVault({ 'f/g/A.md': '', 'x.base': base('f/g') });
  await engine.as(caller()).refactoring.move(p('f'), p('h'));
  expect(harvest(root)['x.base']).toBe(base('h/g'));
});

test('a name that no link can lead to is refused, unless links shall stay as they are', async () => {
  const before = { 'A.md': '', 'D.md': '', 's.md': '[[A]]' };
  const { engine, root } = await openTestVault(before);
  const { refactoring } = engine.as(caller());
  for (const to of ['C#.md', 'd.md', 'A.txt'])
    await expect(refactoring.move(p('A.md'), p(to))).rejects.toMatchObject({
      code: 'invalid-input',
    });
  expect(harvest(root)).toEqual(before);
  await refactoring.move(p('A.md'), p('C#.md'), { updateLinks: false });
  expect(Object.keys(harvest(root))).toContain('C#.md');
});

test('notes that the caller may not write are left, and only those it may read are named', async () => {
  const { engine, root } = await openTestVault({
    'w/A.md': '',
    'w/s.md': '[[A]]',
    'r/s.md': '[[A]]',
    'h/s.md': '[[A]]',
  });
  const { refactoring } = engine.as(caller({ read: ['r', 'w'], write: ['w'] }));
  expect(await refactoring.move(p('w/A.md'), p('w/B.md'))).toMatchObject({
    filesTouched: ['w/s.md'],
    filesLeft: ['r/s.md'],
  });
  expect(harvest(root)).toMatchObject({ 'w/s.md': '[[B]]', 'r/s.md': '[[A]]', 'h/s.md': '[[A]]' });
});

const notes = ['A.md', 'b/A.md', 'b/B.md', 'b/c/C.md', 'D.md', 'x/A.md', 'E.md', 'b/D.md', 'd.md'];
const pictures = ['i.png', 'b/i.png', 'x/i.png', 'j.png'];
const boards = ['x/Board.canvas', 'b/Board.canvas', 'Plan.canvas'];
const folders = ['b', 'b/c', 'x', 'x/y', 'b/x', 'z'];
const pair = (places: readonly string[]) =>
  fc.tuple(fc.constantFrom(...places), fc.constantFrom(...places));

test('after any moves every link leads to the same note, and undoing all gives the first bytes back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('shortest', 'relative', 'absolute'),
      fc.array(fc.oneof(...[notes, pictures, boards, folders].map(pair)), { maxLength: 8 }),
      async (kind, moves) => {
        const before = {
          ...format(kind),
          'A.md': 'id-1 [[b/A]] [[B]] ![[C#h|x]] [t](b/c/C.md) ![[i.png|9]]',
          'b/A.md': 'id-2 [[A]] [[../A]] [[./B]] [[D]] ![](../i.png)',
          'b/B.md': '---\nup: "[[C]]"\nl: ["![[b/i.png]]", \'[[D|d]]\']\n---\nid-3 [[b/A]] [[/A]]',
          'b/c/C.md': 'id-4 [[../../D]] [[A]] [[b/B|x]]\n| a |\n|---|\n| [[D\\|d]] |\n',
          'D.md': 'id-5 [[D]] [[nowhere]] [[b/c/C]] [[Board.canvas]]',
          'b/i.png': 'id-6',
          'i.png': 'id-7',
          'x/Board.canvas':
            '{"nodes":[{"id":"id-8","file":"b/i.png"},{"file":"A.md"},{"text":"[[b/B]] [[D]]"}]}',
        };
        const { engine, root } = await openTestVault(before);
        const { refactoring, history, known } = engine.as(caller());
        const graph = async (): Promise<string[]> => {
          const { links } = await known();
          const files = harvest(root);
          const idOf = (path: string) => /id-\d/.exec(files[path] ?? '')?.[0] ?? path;
          return Object.keys(files)
            .flatMap((path) =>
              [...(links(path)?.resolved ?? [])].map(([to, n]) => `${idOf(path)} ${idOf(to)} ${n}`),
            )
            .sort();
        };
        const first = await graph();
        for (const [from, to] of moves) {
          await refactoring.move(p(from), p(to)).catch((thrown) => {
            if (!isVaultError(thrown)) throw thrown;
          });
          expect(await graph()).toEqual(first);
        }
        for (const { id } of history.log()) await history.undo(id);
        expect(harvest(root)).toEqual(before);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('a move that may overwrite replaces the file, takes the links along, and is one step', async () => {
  const before = { 'a.md': '[[b]] [[c]]', 'b.md': 'b', 'c.md': 'c [[b]]' };
  const { engine, root } = await openTestVault(before);
  const { refactoring, history } = engine.as(caller());
  await expect(refactoring.move(p('b.md'), p('c.md'))).rejects.toThrow('already exists');
  const { step } = await refactoring.move(p('b.md'), p('c.md'), { overwrite: true });
  expect(harvest(root)).toEqual({ 'a.md': '[[c]] [[c]]', 'c.md': 'b' });
  await history.undo(step ?? '');
  expect(harvest(root)).toEqual(before);
});

test('a move refuses when its source is not what it was', async () => {
  const { engine, root } = await openTestVault({ 'a.md': 'a' });
  const { refactoring } = engine.as(caller());
  const stale = { expect: { hash: 'stale' } };
  await expect(refactoring.move(p('a.md'), p('b.md'), stale)).rejects.toThrow('changed since');
  expect(harvest(root)).toEqual({ 'a.md': 'a' });
});
