import { expect, test } from 'vitest';
import { plannedStat, type Stat } from './stat.ts';
import { StatBlock } from './stat-block.ts';

const plain: Stat = {
  type: 'file',
  size: 2048,
  mtime: 1_790_000_000_123,
  mtimeNs: 1_790_000_000_123_456_789n,
  ctimeNs: 1_790_000_000_987_654_321n,
  birthtime: 1_780_000_000_000,
  ino: 77n,
  dev: 5n,
  mode: 0o644,
  uid: 1000,
  gid: 100,
  special: false,
};

const cases: readonly [name: string, stat: Stat][] = [
  ['a file', plain],
  ['a folder', { ...plannedStat('folder', 0o7777), ino: 1n }],
  ['a link', { ...plain, type: 'symlink' }],
  ['a special file', { ...plain, special: true }],
  ['a time before 1970', { ...plain, mtime: -2, mtimeNs: -1_000_001n, ctimeNs: -5n }],
  ['numbers of 64 bits', { ...plain, ino: 2n ** 64n - 1n, dev: 2n ** 63n }],
];

test.each(cases)('%s comes out of a block as it went in', (_name, stat) => {
  const block = new StatBlock(2);
  block.set(1, stat);
  const packed = block.get(1);
  const names = Object.keys(stat) as (keyof Stat)[];
  expect(Object.fromEntries(names.map((name) => [name, packed?.[name]]))).toEqual(stat);
});

test('where nothing was, nothing comes out', () => {
  const block = new StatBlock(2);
  block.set(0, undefined);
  expect([block.get(0), block.get(1)]).toEqual([undefined, undefined]);
});

test('an inode is told as a plain number too, which may lack its last bits', () => {
  const block = new StatBlock(2);
  for (const [index, ino] of [77n, 2n ** 60n + 1n].entries()) block.set(index, { ...plain, ino });
  expect([block.get(0)?.inode, block.get(1)?.inode]).toEqual([77, 2 ** 60]);
});

const other: Stat = { ...plain, size: 7, mtime: 5, mtimeNs: 5_000_009n, ino: 78n };
const blockOf = (...stats: readonly Stat[]) => {
  const block = new StatBlock(stats.length);
  for (const [index, stat] of stats.entries()) block.set(index, stat);
  return block;
};

test.each<[string, readonly Stat[], boolean]>([
  ['files before it', [other, { ...other, mtime: 8 }], true],
  ['a file of that very time', [other, { ...other, mtime: 9 }], false],
  ['a file after it', [{ ...other, mtime: 10 }, other], false],
  ['a folder', [other, { ...other, type: 'folder' }], false],
  ['a special file', [{ ...other, special: true }], false],
  ['nothing', [], true],
])('whether a block is old that holds %s', (_what, stats, isOld) =>
  expect(blockOf(...stats).isOld(9)).toBe(isOld),
);
