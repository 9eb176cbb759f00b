import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import { leftOpenBelow } from '../../../../test/support/open-files.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath as p, type VaultPath } from '../../../contract/paths.ts';
import { inFolder, openRoot } from './anchor.ts';
import {
  listFolder,
  lstatPath,
  lstatUnchecked,
  namesIn,
  readFileNow,
  readFileSoon,
  readPart,
  requireSize,
  statPath,
  type WalkOptions,
  walkFolder,
} from './disk.ts';
import { newTemporaryName } from './temporary.ts';

function plantVault() {
  const folder = freshFolder();
  plant(folder, { 'b.md': 'BB', 'a.md': 'A', 'sub/deep/c.md': 'C', 'sub/d.md': 'D', 'sub.md': '' });
  symlinkSync('a.md', join(folder, 'link.md'));
  symlinkSync('/', join(folder, 'out'));
  // Fractions of a millisecond, so that a number tells on which side of one it is.
  utimesSync(join(folder, 'a.md'), 5.0005, 5.0005);
  return { folder, root: openRoot(folder) };
}

const outcome = async (run: () => unknown) => {
  try {
    return await run();
  } catch (thrown) {
    if (isVaultError(thrown)) return [thrown.code, thrown.about.path];
    throw thrown;
  }
};
const linux = test.runIf(process.platform === 'linux');

test.each([
  ['', 'folder', 'folder', 'folder'],
  ['a.md', 'file', 'file', 'file'],
  ['sub/deep', 'folder', 'folder', 'folder'],
  ['link.md', 'file', 'symlink', 'symlink'],
  ['none.md', undefined, undefined, undefined],
  ['none/none.md', undefined, undefined, undefined],
])('%j leads to a %s, and is a %s', (path, target, entry, unchecked) => {
  const { root } = plantVault();
  expect(statPath(root, p(path))?.stat.type).toBe(target);
  expect(lstatPath(root, p(path))?.type).toBe(entry);
  expect(lstatUnchecked(root, p(path))?.type).toBe(unchecked);
});

test('of a vault that is gone, nothing is there', () => {
  const { root, folder } = plantVault();
  rmSync(folder, { recursive: true });
  expect([lstatPath(root, p('')), statPath(root, p('a.md'))]).toEqual([undefined, undefined]);
});

test('what cannot be reached is not there without the check either', () => {
  const { root } = plantVault();
  expect(lstatUnchecked(root, p('a.md/x'))).toBeUndefined();
});

test('a folder is listed by the bytes of its names, without what is being written', () => {
  const { root, folder } = plantVault();
  const temporary = newTemporaryName();
  plant(folder, { [temporary]: '', 'Z.md': '', '\u{1f600}.md': '', '\uffee.md': '' });
  if (process.platform !== 'win32') writeFileSync(join(folder, 'back\\slash.md'), '');
  const names = [
    'Z.md',
    'a.md',
    'b.md',
    'link.md',
    'out',
    'sub',
    'sub.md',
    '\uffee.md',
    '\u{1f600}.md',
  ];
  expect(listFolder(root, p('')).map(({ name }) => name)).toEqual(names);
  expect(listFolder(root, p('')).map(({ stat }) => stat.type)[3]).toBe('symlink');
  expect(inFolder(root, p(''), namesIn).sort()).toEqual([temporary, ...names].sort());
});

test.each<[string, WalkOptions | undefined, string[]]>([
  ['', undefined, ['a.md', 'b.md', 'link.md', 'out', 'sub', 'sub.md']],
  [
    '',
    { recursive: true },
    ['a.md', 'b.md', 'link.md', 'out', 'sub', 'sub/d.md', 'sub/deep', 'sub/deep/c.md', 'sub.md'],
  ],
  [
    '',
    { recursive: true, ignore: new Set(['deep', 'a.md']) },
    ['a.md', 'b.md', 'link.md', 'out', 'sub', 'sub/d.md', 'sub.md'],
  ],
  ['sub', { recursive: false }, ['sub/d.md', 'sub/deep']],
])('a walk from %j with %j', (start, options, expected) => {
  const { root } = plantVault();
  expect([...walkFolder(root, p(start), options)].map(({ path }) => path)).toEqual(expected);
});

test('a folder that vanishes or becomes something else during a walk is passed over', () => {
  const { root, folder } = plantVault();
  plant(folder, { 'x/in.md': '', 'y/in.md': '', 'z/in.md': '' });
  const seen: VaultPath[] = [];
  const move = (from: string, to: string) =>
    execFileSync('mv', [join(folder, from), join(folder, to)]);
  for (const { path } of walkFolder(root, p(''), { recursive: true })) {
    seen.push(path);
    if (path === 'x') move('x', '.x');
    if (path === 'y') {
      move('y', '.y');
      writeFileSync(join(folder, 'y'), '');
    }
    if (path === 'z') {
      move('z', '.z');
      symlinkSync('/', join(folder, 'z'));
    }
  }
  expect(seen.filter((path) => /^[xyz]/.test(path))).toEqual(['x', 'y', 'z']);
});

test('a walk that cannot start says so, and so does one through a vault that has moved', async () => {
  const { root, folder } = plantVault();
  const walk = (path: string) => [...walkFolder(root, p(path), { recursive: true })];
  expect(await outcome(() => walk('none'))).toEqual(['not-found', 'none']);
  const entries = walkFolder(root, p(''), { recursive: true });
  const rest = () => {
    for (const { path } of entries) {
      if (path !== 'sub') continue;
      execFileSync('mv', [folder, `${folder}-moved`]);
      symlinkSync(`${folder}-moved`, folder);
    }
  };
  expect(await outcome(rest)).toEqual(['unavailable', 'sub']);
});

const ways = [
  ['at once', async (...args: Parameters<typeof readFileNow>) => readFileNow(...args)],
  ['soon', readFileSoon],
] as const;

test.each(ways)(
  'a file is read %s: whole, through links, and within its limit',
  async (_how, read) => {
    const { root, folder } = plantVault();
    const { bytes, stat, real } = await read(root, p('link.md'));
    expect([bytes.toString(), stat.size, stat.type, real]).toEqual(['A', 1, 'file', 'a.md']);
    const large = Buffer.alloc(limits.smallFileBytesMax + 1, 'large');
    writeFileSync(join(folder, 'large.bin'), large);
    expect((await read(root, p('large.bin'))).bytes.equals(large)).toBe(true);
    expect((await read(root, p('b.md'), 2)).bytes.toString()).toBe('BB');
    expect(await outcome(() => read(root, p('b.md'), 1))).toEqual(['too-large', 'b.md']);
    expect(await outcome(() => read(root, p('sub')))).toEqual(['is-a-folder', 'sub']);
    expect(await outcome(() => read(root, p('none')))).toEqual(['not-found', 'none']);
    expect(await leftOpenBelow(folder)).toEqual([]);
  },
);

test.each([
  [0, 3, 'abc'],
  [2, 99, 'cdef'],
  [4, 2, 'ef'],
  [6, 1, ''],
  [9, 1, ''],
  [0, 0, ''],
])('the part of a file from %d of length %d', async (offset, length, expected) => {
  const { root, folder } = plantVault();
  writeFileSync(join(folder, 'abc.md'), 'abcdef');
  const { bytes, stat, real } = await readPart(root, p('abc.md'), offset, length);
  expect([bytes.toString(), stat.size, real]).toEqual([expected, 6, 'abc.md']);
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('a large part of a file is its very bytes', async () => {
  const { root, folder } = plantVault();
  const whole = Buffer.from(Array.from({ length: 400_000 }, (_, n) => n % 251));
  writeFileSync(join(folder, 'large.bin'), whole);
  const { bytes } = await readPart(root, p('large.bin'), 7, 390_000);
  expect(bytes.equals(whole.subarray(7, 390_007))).toBe(true);
  expect(await outcome(() => readPart(root, p('sub'), 0, 1))).toEqual(['is-a-folder', 'sub']);
});

linux('what is no ordinary file is never read, and holds nobody up', async () => {
  const { root, folder } = plantVault();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const refused = ['special-file', 'pipe'];
  expect(statPath(root, p('pipe'))?.stat.special).toBe(true);
  expect(await outcome(() => readFileNow(root, p('pipe')))).toEqual(refused);
  expect(await outcome(() => readFileSoon(root, p('pipe')))).toEqual(refused);
  expect(await outcome(() => readPart(root, p('pipe'), 0, 1))).toEqual(refused);
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('a file that is too large is said with its size and the limit', () => {
  const { root } = plantVault();
  const stat = lstatPath(root, p('b.md'));
  if (stat === undefined) throw new Error('It was planted.');
  expect(() => requireSize(stat, p('b.md'), 1)).toThrow('b.md has 2 bytes, the limit is 1.');
  expect(() => requireSize(stat, p('b.md'), 2)).not.toThrow();
});
