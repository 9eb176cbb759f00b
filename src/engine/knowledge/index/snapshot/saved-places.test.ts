import { expect, test } from 'vitest';
import { plannedStat, type Stat } from '../../../store/vault/stat.ts';
import { entriesEach, StatBlock } from '../../../store/vault/stat-block.ts';
import { toFileStat } from '../file-entry.ts';
import { type Difference, type ListedFolder, openPlaces, packPlaces } from './saved-places.ts';

const nowMs = 1_700_000_000_000;

function statOf(number: number, more: Partial<Stat> = {}): Stat {
  const mtime = nowMs - 60_000 - number;
  const times = { mtime, mtimeNs: BigInt(mtime) * 1_000_000n + 5n };
  return {
    ...plannedStat('file', 0o644),
    size: 10 * number,
    ino: BigInt(number),
    ...times,
    ...more,
  };
}

/** Files of a vault by path, in any order. */
type Files = Readonly<Record<string, Stat>>;

/** More than are looked at together. */
const many: Files = Object.fromEntries(
  Array.from({ length: entriesEach + 10 }, (_, i) => [`many/n${i}.md`, statOf(1000 + i)]),
);
const before: Files = {
  'a.md': statOf(1),
  'x/b.md': statOf(2),
  'x/picture.png': statOf(3),
  'x/board.canvas': statOf(4),
  'x/plain': statOf(5),
  ...many,
};

function toFolders(files: Files, isPacked: boolean): ListedFolder[] {
  const byFolder = new Map<string, [string, Stat][]>([['', []]]);
  for (const [path, stat] of Object.entries(files)) {
    const at = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, at));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), [path.slice(at + 1), stat]]);
  }
  return Array.from(byFolder, ([path, entries]) => ({
    path,
    folder: isPacked ? { entries: unwanted, packed: pack(entries) } : { entries },
  }));
}

const unwanted: Iterable<never> = {
  [Symbol.iterator]() {
    throw new Error('nobody need look at each');
  },
};

/** As a first look sees them. */
function pack(entries: readonly (readonly [string, Stat])[]) {
  const seen = entries.filter(([name]) => name.includes('.')).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [];
  for (let from = 0; from < seen.length; from += entriesEach) {
    const some = seen.slice(from, from + entriesEach);
    const stats = new StatBlock(some.length);
    some.forEach(([, stat], i) => void stats.set(i, stat));
    parts.push({ names: some.map(([name]) => name), stats });
  }
  return parts;
}

async function save(files: Files, hasText: (path: string) => boolean = () => true) {
  const placed = Object.entries(files).map(([path, stat]) => ({
    path,
    stat: toFileStat(stat),
    hasData: /md|canvas/.test(path),
  }));
  const parts = await packPlaces(placed, {
    nowMs,
    hasText: ({ path }) => hasText(path),
    pause: async () => undefined,
  });
  const places = openPlaces(parts);
  if (places === undefined) throw new TypeError('All parts are there.');
  return places;
}

const none: Difference = { unread: [], stale: [] };

test('folders in which nothing has changed are known without a look at each file', async () => {
  const places = await save(before);
  expect(places.compare(toFolders(before, true))).toEqual(none);
  expect(places.compare(toFolders(before, false))).toEqual(none);
});

test('an empty vault is like an empty one', async () => {
  const places = await save({});
  expect(places.compare(toFolders({}, true))).toEqual(none);
  expect(places.compare(toFolders({ 'a.md': statOf(1) }, false)).unread).toEqual(['a.md']);
});

const { 'a.md': a = statOf(1), 'x/b.md': b = statOf(2), ...rest } = before;
const cases: readonly [what: string, now: Files, unread: string[], stale: string[]][] = [
  ['a note with another size', { ...before, 'a.md': { ...a, size: 11 } }, ['a.md'], ['a.md']],
  [
    'a note written a nanosecond later',
    { ...before, 'x/b.md': { ...b, mtimeNs: b.mtimeNs + 1n } },
    ['x/b.md'],
    ['x/b.md'],
  ],
  ['another file in its place', { ...before, 'a.md': { ...a, ino: 77n } }, ['a.md'], ['a.md']],
  ['a link in its place', { ...before, 'a.md': { ...a, type: 'symlink' } }, [], ['a.md']],
  ['notes that are gone', rest, [], ['a.md', 'x/b.md']],
  ['a new note', { ...before, 'x/c.md': statOf(9) }, ['x/c.md'], []],
  ['a hidden one', { ...before, 'x/.c.md': statOf(9), '.y/d.md': statOf(9) }, [], []],
  ['another picture', { ...before, 'x/picture.png': statOf(9) }, [], []],
  ['another canvas', { ...before, 'x/board.canvas': statOf(9) }, ['x/board.canvas'], []],
  ['a folder that is gone', { 'a.md': a, ...many }, [], ['x/b.md']],
];

test.each(cases)('%s', async (_, now, unread, stale) => {
  const found = (await save(before)).compare(toFolders(now, false));
  expect({ unread: [...found.unread].sort(), stale: [...found.stale].sort() }).toEqual({
    unread,
    stale,
  });
});

test('a packed folder in which something has changed is looked into', async () => {
  const places = await save(before);
  const changed = { ...before, 'many/n3.md': statOf(9) };
  expect(() => places.compare(toFolders(changed, true))).toThrow('nobody need look');
});

test('notes without a kept text, and those of the last moment, are read', async () => {
  const late = statOf(1, { mtime: nowMs - 1000, mtimeNs: BigInt(nowMs - 1000) * 1_000_000n });
  const files = { ...before, 'a.md': late };
  const places = await save(files, (path) => path !== 'x/b.md');
  expect(places.compare(toFolders(files, false)).unread).toEqual(['a.md', 'x/b.md']);
  expect(() => places.compare(toFolders(files, true))).toThrow();
});

test('places with a damaged part are none', async () => {
  const parts = await packPlaces([], { nowMs, hasText: () => true, pause: async () => undefined });
  expect(openPlaces([...parts.slice(0, 3), undefined])).toBeUndefined();
});
