import { expect, test } from 'vitest';
import { pathOfLine, splitLines, toFindLine } from '../../../store/vault/find-lines.ts';
import { compareLines, packLines } from './saved-lines.ts';

const stat = { size: 5, mtime: 1_600_000_000_123, mtimeRestNs: 456_789, inode: 7, birthtime: 0 };
const line = (path: string, more: Partial<typeof stat> = {}) =>
  toFindLine(path, { ...stat, ...more }) ?? '';

test('files are packed as lines, without those that say nothing or have to be read', async () => {
  const files = ['a.md', 'b.png', 'c.canvas', 'ä\n日.md', 'unread.md'].map((path) => ({
    path,
    stat,
    hasData: true,
  }));
  let pauses = 0;
  const packed = await packLines(
    files,
    ({ path }) => (path === 'unread.md' ? undefined : stat),
    async () => void pauses++,
  );
  expect(splitLines(packed).map(pathOfLine)).toEqual(['a.md', 'c.canvas', 'ä\n日.md']);
  expect(splitLines(packed)[0]).toBe('5 1600000000.1234567890 7 a.md');
  expect(pauses).toBe(0);
  expect(
    splitLines(
      await packLines(
        [],
        () => stat,
        async () => {},
      ),
    ),
  ).toEqual([]);
});

test('others can work while many files are packed', async () => {
  const files = Array.from({ length: 3000 }, (_, i) => ({ path: `${i}.md`, stat, hasData: true }));
  let pauses = 0;
  const pause = async () => void pauses++;
  expect(splitLines(await packLines(files, () => stat, pause))).toHaveLength(3000);
  expect(pauses).toBe(3);
});

test('what is different is to be read, and what it was is stale', () => {
  const saved = [line('a.md'), line('b.md'), line('c.canvas'), line('gone.md'), line('o.canvas')];
  const found = [
    line('new.md'),
    line('b.md', { mtimeRestNs: 456_788 }),
    line('a.md'),
    line('c.canvas', { size: 6 }),
    line('ä.md', { inode: 8 }),
  ];
  expect(compareLines(saved, found)).toEqual({
    unread: ['new.md', 'b.md', 'c.canvas', 'ä.md'],
    stale: ['b.md', 'gone.md'],
  });
  expect(compareLines(saved, saved.toReversed())).toEqual({ unread: [], stale: [] });
});
