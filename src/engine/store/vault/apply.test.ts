import { readlinkSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, harvest, plant } from '../../../../test/support/folder.ts';
import { leftOpenBelow } from '../../../../test/support/open-files.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { openRoot } from './anchor.ts';
import {
  isUnchanged,
  makeFolder,
  moveEntry,
  nearestFolder,
  putLink,
  putStaged,
  readEntry,
  removeEntry,
  removeFolder,
  stageFile,
  syncFile,
  syncFolder,
} from './apply.ts';
import { lstatPath } from './disk.ts';
import { hashOf } from './hash.ts';

function plantVault() {
  const folder = freshFolder();
  plant(folder, { 'a.md': 'A', 'sub/b.md': 'BB', 'sub/deep': null });
  symlinkSync('a.md', join(folder, 'link.md'));
  symlinkSync('/', join(folder, 'out'));
  return { folder, root: openRoot(folder) };
}

const codeOf = async (run: () => unknown) => {
  try {
    await run();
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.code;
    return (thrown as NodeJS.ErrnoException).code;
  }
  return 'none';
};

test.each<[string, object]>([
  [
    'a.md',
    { stat: { type: 'file', size: 1 }, bytes: Buffer.from('A'), hash: hashOf(Buffer.from('A')) },
  ],
  ['link.md', { stat: { type: 'symlink' }, target: 'a.md' }],
  ['out', { stat: { type: 'symlink' }, target: '/' }],
  ['sub', { stat: { type: 'folder' } }],
  ['none.md', { stat: undefined }],
  ['none/none.md', { stat: undefined }],
])('%s is seen as what it is', async (path, expected) => {
  const { root, folder } = plantVault();
  const seen = await readEntry(root, p(path));
  expect(seen).toMatchObject(expected);
  expect(Object.keys(seen).sort()).toEqual(Object.keys(expected).sort());
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('what lies behind a link out of the vault, or below a file, is not seen', async () => {
  const { root } = plantVault();
  expect(await codeOf(() => readEntry(root, p('out/etc')))).toBe('path-outside-vault');
  expect(await codeOf(() => readEntry(root, p('a.md/x')))).toBe('not-a-folder');
});

test('a file is still so until it is touched, a folder until it is another', () => {
  const { root, folder } = plantVault();
  const seen = (path: string) => lstatPath(root, p(path));
  const [file, sub] = [seen('a.md'), seen('sub')];
  const still = (path: string, stat: typeof file) => isUnchanged(root, p(path), stat);
  expect([still('a.md', file), still('sub', sub)]).toEqual([true, true]);
  expect([still('none', undefined), still('none', file), still('a.md', undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  utimesSync(join(folder, 'a.md'), 1, 1);
  plant(folder, { 'sub/new.md': '' });
  utimesSync(join(folder, 'sub'), 1, 1);
  expect([still('a.md', file), still('sub', sub)]).toEqual([false, true]);
  expect(still('sub/deep', sub)).toBe(false);
});

test('nothing is there where the folder is missing; other failures are told', async () => {
  const { root } = plantVault();
  expect(lstatPath(root, p('none/x.md'))).toBeUndefined();
  expect(lstatPath(root, p('none.md'))).toBeUndefined();
  expect(await codeOf(() => lstatPath(root, p('a.md/x.md')))).toBe('not-a-folder');
  expect(await codeOf(() => lstatPath(root, p('out/x.md')))).toBe('path-outside-vault');
});

test.each([
  ['a.md', ''],
  ['sub/b.md', 'sub'],
  ['sub/deep/x/y/z.md', 'sub/deep'],
  ['none/x/y.md', ''],
])('the folder nearest to %j is %j', (path, folder) =>
  expect(nearestFolder(plantVault().root, p(path))).toBe(folder),
);

test('a staged file goes to an empty place, or in place of another', async () => {
  const { root, folder } = plantVault();
  const kept: string[] = [];
  const replaced = { keepOpen: (path: string) => kept.push(path) };
  const put = (path: string, exclusive: boolean) => {
    stageFile(root, p('sub/t'), Buffer.from(path), 0o600);
    const replacing = { replaced, old: { path: p(path), hash: '' } };
    putStaged(root, p('sub/t'), p(path), { exclusive, replacing });
  };
  put('sub/new.md', true);
  put('new.md', true);
  expect(kept).toEqual([]);
  put('a.md', false);
  putStaged(root, p('sub/new.md'), p('other.md'), { exclusive: false });
  expect(kept).toHaveLength(1);
  expect(statSync(join(folder, 'a.md')).mode & 0o777).toBe(0o600);
  expect(await codeOf(() => put('sub/b.md', true))).toBe('EEXIST');
  expect(harvest(folder)).toMatchObject({
    'a.md': 'a.md',
    'new.md': 'new.md',
    'other.md': 'sub/new.md',
    'sub/b.md': 'BB',
    'sub/t': 'sub/b.md',
  });
  expect(await codeOf(() => stageFile(root, p('sub/t'), Buffer.from(''), 0o600))).toBe(
    'already-exists',
  );
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('what can have no second name is put in an empty place all the same', () => {
  const { root, folder } = plantVault();
  // A folder cannot be linked, as files cannot on some file systems.
  plant(folder, { 'sub/t/in.md': '' });
  putStaged(root, p('sub/t'), p('new'), { exclusive: true });
  expect(harvest(join(folder, 'new'))).toEqual({ 'in.md': '' });
});

test('entries are linked, moved and removed', () => {
  const { root, folder } = plantVault();
  putLink(root, p('sub/to-a.md'), '../a.md');
  expect(readlinkSync(join(folder, 'sub/to-a.md'))).toBe('../a.md');
  moveEntry(root, p('sub/b.md'), p('sub/c.md'), { exclusive: true });
  moveEntry(root, p('a.md'), p('sub/d.md'), { exclusive: true });
  removeEntry(root, p('link.md'));
  makeFolder(root, p('plain'));
  makeFolder(root, p('sub/closed'), 0o700);
  removeFolder(root, p('sub/deep'));
  expect(harvest(folder)).toEqual({
    out: '→ /',
    'sub/c.md': 'BB',
    'sub/d.md': 'A',
    'sub/to-a.md': '→ ../a.md',
    plain: null,
    'sub/closed': null,
  });
  expect(statSync(join(folder, 'sub/closed')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'plain')).mode & 0o700).toBe(0o700);
});

test('files and folders are brought to disk, and nothing stays open', async () => {
  const { root, folder } = plantVault();
  await syncFile(root, p('sub/b.md'));
  await syncFolder(root, p('sub'));
  expect(await codeOf(() => syncFile(root, p('none')))).toBe('ENOENT');
  expect(await codeOf(() => syncFile(root, p('link.md')))).toBe('ELOOP');
  expect(await codeOf(() => syncFolder(root, p('none')))).toBe('not-found');
  expect(await leftOpenBelow(folder)).toEqual([]);
});
