import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import { readAndClose } from '../../../../test/support/open-files.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { openEntryIn, openFolder, openForReading, openRoot, withEntry } from './anchor.ts';

/** What happens between the opening of a path and the question what it is. */
const meanwhile = vi.hoisted(() => ({ act: () => {} }));

// A system that does not show what a process has open.
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return {
    ...fs,
    readlinkSync(path: string) {
      if (path.startsWith('/proc/')) throw Object.assign(new Error('none'), { code: 'ENOENT' });
      return fs.readlinkSync(path);
    },
    realpathSync: {
      native(path: string) {
        meanwhile.act();
        return fs.realpathSync.native(path);
      },
    },
  };
});

beforeEach(() => {
  meanwhile.act = () => {};
});

function plantVault() {
  const base = freshFolder();
  const folder = join(base, 'vault');
  plant(base, { 'vault/a/x.md': 'X', 'vault/b/x.md': 'B', 'vault-2/x.md': 'SECRET' });
  symlinkSync('a', join(folder, 'to-a'));
  symlinkSync('../vault-2', join(folder, 'beside'));
  return { base, folder, root: openRoot(folder) };
}

const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (thrown) {
    return isVaultError(thrown) ? thrown.code : (thrown as Error).message;
  }
  return 'none';
};

test('folders and files are found by their real paths', () => {
  const { root, folder } = plantVault();
  const opened = openFolder(root, p('to-a'));
  expect([opened.real, opened.at('x.md')]).toEqual(['a', join(folder, 'a/x.md')]);
  opened.close();
  const { descriptor, real } = openForReading(root, p('to-a/x.md'));
  expect([readAndClose(descriptor), real]).toEqual(['X', 'a/x.md']);
  expect(
    withEntry(root, p('to-a'), (_, where, at) => [where, readFileSync(at('x.md'), 'utf8')]),
  ).toEqual(['a', 'X']);
  expect(codeOf(() => openFolder(root, p('beside')))).toBe('path-outside-vault');
  expect(codeOf(() => openForReading(root, p('beside/x.md')))).toBe('path-outside-vault');
});

test('an entry is not read from what has come into the place of an open folder', () => {
  const { root, folder } = plantVault();
  const opened = openFolder(root, p('a'));
  expect(readAndClose(openEntryIn(root, opened, p('a/x.md')))).toBe('X');
  renameSync(join(folder, 'a'), join(folder, 'old'));
  symlinkSync('../vault-2', join(folder, 'a'));
  expect(codeOf(() => openEntryIn(root, opened, p('a/x.md')))).toBe('path-outside-vault');
  opened.close();
});

test('a path that leads elsewhere as soon as it is open is refused', () => {
  const { root, folder } = plantVault();
  meanwhile.act = () => {
    meanwhile.act = () => {};
    renameSync(join(folder, 'a'), join(folder, 'old'));
    renameSync(join(folder, 'b'), join(folder, 'a'));
  };
  expect(codeOf(() => openFolder(root, p('a')))).toBe('changed-on-disk');
  expect(codeOf(() => openFolder(root, p('a')))).toBe('none');
});

test('a path that is gone as soon as it is open is refused, and a mistake of ours is shown', () => {
  const { root, folder } = plantVault();
  meanwhile.act = () => {
    meanwhile.act = () => {};
    renameSync(join(folder, 'a'), join(folder, 'old'));
  };
  expect(codeOf(() => openFolder(root, p('a')))).toBe('path-outside-vault');
  meanwhile.act = () => {
    throw new Error('a mistake');
  };
  expect(codeOf(() => openFolder(root, p('b')))).toBe('a mistake');
});
