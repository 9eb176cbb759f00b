import { expect, test } from 'vitest';
import { isUntouched, plannedStat, toStat } from './stat.ts';

type Raw = Parameters<typeof toStat>[0];

const raw = (kind: 'file' | 'folder' | 'link' | 'fifo', more: Partial<Raw> = {}): Raw =>
  ({
    size: 12n,
    mtimeNs: 1_500_000n,
    ctimeNs: 2_500_000n,
    birthtimeNs: 3_999_999n,
    ino: 7n,
    dev: 8n,
    mode: 0o100644n,
    uid: 5n,
    gid: 6n,
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
    isFile: () => kind === 'file',
    ...more,
  }) as Raw;

test('a stat that is known is used again as long as nothing has changed', () => {
  const known = toStat(raw('file'));
  expect(toStat(raw('file'), known)).toBe(known);
  const changes: Partial<Raw>[] = [
    { ino: 9n },
    { dev: 9n },
    { mtimeNs: 1_500_001n },
    { ctimeNs: 2_500_001n },
    { size: 13n },
    { mode: 0o100600n },
    { uid: 9n },
    { gid: 9n },
  ];
  for (const change of changes) {
    expect(toStat(raw('file', change), known)).toEqual(toStat(raw('file', change)));
  }
});

test.each([
  ['file', 'file', 12, false],
  ['folder', 'folder', 0, false],
  ['link', 'symlink', 12, false],
  ['fifo', 'file', 12, true],
] as const)('a %s is of the type %s', (kind, type, size, special) =>
  expect(toStat(raw(kind))).toEqual({
    type,
    size,
    special,
    mtime: 1,
    birthtime: 3,
    mtimeNs: 1_500_000n,
    ctimeNs: 2_500_000n,
    ino: 7n,
    dev: 8n,
    mode: 0o644,
    uid: 5,
    gid: 6,
  }),
);

test.each([
  [0n, 0],
  [999_999n, 0],
  [1_000_000n, 1],
  [-1n, -1],
  [-1_000_000n, -1],
  [-1_000_001n, -2],
])('%d ns are rounded down to %d ms', (mtimeNs, mtime) =>
  expect(toStat(raw('file', { mtimeNs })).mtime).toBe(mtime),
);

test('files of two file systems keep their numbers apart', () => {
  expect(toStat(raw('file', { dev: 1n })).dev).toBe(1n);
  expect(toStat(raw('file', { dev: 2n })).dev).toBe(2n);
});

test('a file is untouched when nothing at all has changed', () => {
  const stat = toStat(raw('file'));
  expect(isUntouched(stat, toStat(raw('file')))).toBe(true);
  for (const change of [
    { ino: 1n },
    { dev: 1n },
    { size: 1n },
    { mtimeNs: 1n },
    { ctimeNs: 1n },
  ] as const)
    expect(isUntouched(stat, toStat(raw('file', change)))).toBe(false);
});

test('what is planned has a type and rights, and nothing else', () =>
  expect(plannedStat('folder', 0o700)).toEqual({
    type: 'folder',
    mode: 0o700,
    size: 0,
    uid: 0,
    gid: 0,
    special: false,
    mtime: 0,
    birthtime: 0,
    mtimeNs: 0n,
    ctimeNs: 0n,
    ino: 0n,
    dev: 0n,
  }));
