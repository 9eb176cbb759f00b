import { afterEach, expect, test, vi } from 'vitest';
import { Output } from './output.ts';
import { drawTable, parseTsv } from './query-table.ts';

afterEach(() => vi.restoreAllMocks());

test('fields are cut at tabs, and quotes hold them together', () =>
  expect(parseTsv('a\tb\n\t"x\t""y""\nz"\n1\t\n')).toEqual([
    ['a', 'b'],
    ['', 'x\t"y"\nz'],
    ['1', ''],
  ]));

test('a table has aligned columns, and links are shown by name', () => {
  let shown = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  drawTable(
    new Output({ 'no-color': true }, {}),
    'File\trating\n[[Books/A b.md|A b]]\t5\n[[C.md]]\t10\n',
  );
  expect(shown).toBe('File  rating\nA b   5\nC     10\n');
});
