import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import { leftOpenBelow, openBelow } from '../../../../test/support/open-files.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { type AnchoredFolder, inFolder, openRoot, type Root, sharingFolders } from './anchor.ts';
import { moveEntry } from './apply.ts';

function plantFolders(count = 1) {
  const folder = freshFolder();
  for (let n = 0; n < count; n++) plant(folder, { [`f${n}/a.md`]: `text ${n}` });
  return { folder, root: openRoot(folder) };
}

const share = (root: Root, path = 'f0'): AnchoredFolder =>
  sharingFolders(() => inFolder(root, p(path), (folder) => folder));

test('what shares folders opens each of them once in one go', async () => {
  const { root } = plantFolders();
  const first = share(root);
  await Promise.resolve();
  expect(share(root)).toBe(first);
  expect(inFolder(root, p('f0'), (folder) => folder)).not.toBe(first);
});

test('after a turn of the event loop the folder is proven again', async () => {
  const { folder, root } = plantFolders();
  const first = share(root);
  await nextTurn();
  expect(share(root)).not.toBe(first);
  await nextTurn();
  renameSync(join(folder, 'f0'), join(folder, 'elsewhere'));
  symlinkSync(freshFolder(), join(folder, 'f0'));
  expect(() => share(root)).toThrow('path outside vault');
});

test('a folder that we move ourselves is not shared under its old path', () => {
  const { root } = plantFolders(2);
  const first = share(root);
  moveEntry(root, p('f0'), p('f1/f0'));
  expect(() => share(root)).toThrow('no such file');
  expect(share(root, 'f1/f0').real).toBe('f1/f0');
  expect(first.real).toBe('f0');
});

test('however many folders are shared, few stay open, and none for long', async () => {
  const { root } = plantFolders(200);
  for (let n = 0; n < 200; n++) expect(share(root, `f${n}`).real).toBe(`f${n}`);
  expect(openBelow(root.real).length).toBeLessThan(100);
  expect(await leftOpenBelow(root.real)).toEqual([]);
});

test('a failure inside leaves nothing shared that was not asked for', () => {
  const { root } = plantFolders();
  expect(() =>
    sharingFolders(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  const one = inFolder(root, p('f0'), (folder) => folder);
  expect(inFolder(root, p('f0'), (folder) => folder)).not.toBe(one);
});
