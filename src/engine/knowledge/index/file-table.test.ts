import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { FileEntry } from './file-entry.ts';
import { FileTable } from './file-table.ts';

const stat = { size: 0, mtime: 0, mtimeRestNs: 0, birthtime: 0 };

function tableOf(paths: readonly string[]): FileTable {
  const table = new FileTable();
  for (const path of paths) table.add(new FileEntry(path, stat));
  return table;
}

test('a finder finds what the table has, in whatever order it is asked', () => {
  const path = fc.stringMatching(/^[ab]{1,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(path), fc.array(path), (paths, asked) => {
      const table = tableOf(paths);
      const find = table.finder();
      for (const each of [...asked, ...paths, ...asked]) expect(find(each)).toBe(table.get(each));
    }),
  );
});

test('files are in order after a finder was made', () => {
  const table = tableOf(['b.md', 'a.md', 'c.txt']);
  table.inOrder();
  table.finder();
  expect(table.inOrder().map(({ path, order }) => [path, order])).toEqual([
    ['a.md', 0],
    ['b.md', 1],
    ['c.txt', 2],
  ]);
  expect(table.notesInOrder().map(({ path }) => path)).toEqual(['a.md', 'b.md']);
});
