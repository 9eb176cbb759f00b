import { fstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import { openBelow, readAndClose } from '../../../../test/support/open-files.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import {
  inFolder,
  openEntry,
  openEntryIn,
  openFolder,
  openForReading,
  openRoot,
  withEntry,
} from './anchor.ts';

/** A vault with links inside of it, out of it, and to a folder beside it whose name begins alike. */
function plantVault() {
  const base = freshFolder();
  const folder = join(base, 'vault');
  plant(base, { 'vault/a/x.md': 'X', 'vault/b/y.md': 'Y', 'vault-2/z.md': 'Z' });
  const link = (target: string, path: string) => symlinkSync(target, join(folder, path));
  link('a', 'to-a');
  link('../x.md', 'b/to-nothing');
  link('../a/x.md', 'b/to-x.md');
  link(join(base, 'vault-2'), 'beside');
  link(join(base, 'vault-2/z.md'), 'z.md');
  return { base, folder, root: openRoot(folder) };
}

/** What a failure says, and that nothing stays open after it. */
function failure(run: (vault: ReturnType<typeof plantVault>) => unknown) {
  const vault = plantVault();
  try {
    run(vault);
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    if (process.platform === 'linux') expect(openBelow(vault.base)).toEqual([]);
    return [thrown.code, thrown.about.path];
  }
  return 'none';
}

const linux = test.runIf(process.platform === 'linux');

test('a vault behind a link has the name it was given, and its real one', () => {
  const { base, folder } = plantVault();
  symlinkSync('vault', join(base, 'link'));
  expect(openRoot(join(base, 'link'))).toEqual({ path: join(base, 'link'), real: folder });
});

test.each([
  ['', ''],
  ['a', 'a'],
  ['to-a', 'a'],
])('the folder %j is really %j', (path, real) => {
  const { root, folder } = plantVault();
  const opened = openFolder(root, p(path));
  expect(opened.real).toBe(real);
  expect(fstatSync(opened.descriptor).isDirectory()).toBe(true);
  opened.close();
  if (process.platform === 'linux') expect(openBelow(folder)).toEqual([]);
});

linux('an open folder is the same one after it was moved', () => {
  const { root, folder } = plantVault();
  const opened = openFolder(root, p('a'));
  renameSync(join(folder, 'a'), join(folder, 'moved'));
  plant(folder, { 'a/x.md': 'other' });
  expect(readFileSync(opened.at('x.md'), 'utf8')).toBe('X');
  expect(readAndClose(openEntryIn(root, opened, p('a/x.md')))).toBe('X');
  opened.close();
});

test.each<[string, (vault: ReturnType<typeof plantVault>) => unknown, unknown]>([
  ['a missing folder', ({ root }) => openFolder(root, p('none')), ['not-found', 'none']],
  ['a file as a folder', ({ root }) => openFolder(root, p('a/x.md')), ['not-a-folder', 'a/x.md']],
  [
    'a folder beside',
    ({ root }) => openFolder(root, p('beside')),
    ['path-outside-vault', 'beside'],
  ],
  ['a file beside', ({ root }) => openForReading(root, p('z.md')), ['path-outside-vault', 'z.md']],
  [
    'a look at a file beside',
    ({ root }) => withEntry(root, p('z.md'), () => 'seen'),
    ['path-outside-vault', 'z.md'],
  ],
  [
    'a link as an entry',
    ({ root }) => openEntry(root, p('b/to-x.md')),
    ['path-outside-vault', 'b/to-x.md'],
  ],
  [
    'a vault that was moved',
    ({ root, folder }) => {
      renameSync(folder, `${folder}-moved`);
      symlinkSync(`${folder}-moved`, folder);
      return openFolder(root, p('a'));
    },
    ['unavailable', 'a'],
  ],
  [
    'a vault whose own link is gone',
    ({ base }) => {
      symlinkSync('vault', join(base, 'link'));
      const root = openRoot(join(base, 'link'));
      rmSync(join(base, 'link'));
      return openFolder(root, p('beside'));
    },
    ['unavailable', 'beside'],
  ],
])('%s is refused', (_what, run, expected) => expect(failure(run)).toEqual(expected));

test('a file is read through links inside the vault', () => {
  const { root } = plantVault();
  const { descriptor, real } = openForReading(root, p('b/to-x.md'));
  expect([readAndClose(descriptor), real]).toEqual(['X', 'a/x.md']);
  expect(readAndClose(openEntry(root, p('to-a/x.md')))).toBe('X');
});

test('an entry of an open folder is opened unless it is a link', () => {
  const { root } = plantVault();
  const opened = openFolder(root, p('b'));
  expect(readAndClose(openEntryIn(root, opened, p('b/y.md')))).toBe('Y');
  expect(() => openEntryIn(root, opened, p('b/to-x.md'))).toThrow('b/to-x.md');
  expect(() => openEntryIn(root, opened, p('b/none'))).toThrow('no such file: b/none');
  opened.close();
});

linux('a look shows what is there and leaves nothing open', () => {
  const { root, base } = plantVault();
  const seen = withEntry(root, p('to-a'), (descriptor, real, at) => [
    real,
    fstatSync(descriptor).isDirectory(),
    readFileSync(at('x.md'), 'utf8'),
  ]);
  expect(seen).toEqual(['a', true, 'X']);
  const fail = () => {
    throw new Error('no');
  };
  expect(() => withEntry(root, p('a'), fail)).toThrow('no');
  expect(() => inFolder(root, p('a'), fail)).toThrow('no');
  expect(openBelow(base)).toEqual([]);
});
