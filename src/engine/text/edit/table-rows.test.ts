import { expect, test } from 'vitest';
import { isVaultError } from '../../../contract/errors.ts';
import { applySplices } from './splice.ts';
import { spliceRows, splitCells } from './table-rows.ts';

const append = (table: string, json: unknown) => {
  try {
    const splices = spliceRows(table, { start: 0, end: table.length }, 'append', json);
    return applySplices(table, splices);
  } catch (thrown) {
    return isVaultError(thrown) ? thrown.about.reason : thrown;
  }
};

test.each([
  ['| a | b |', [' a ', ' b ']],
  ['  |a|b|  ', ['a', 'b']],
  ['a|b', ['a', 'b']],
  ['|a|b', ['a', 'b']],
  ['a|b|', ['a', 'b']],
  ['|a\\|b|c\\|', ['a\\|b', 'c\\|']],
  ['||', ['']],
])('the cells of %j', (line, cells) => expect(splitCells(line)).toEqual(cells));

test('a table without bars at its sides has its columns', () =>
  expect(append('a | b\n--|--\n1 | 2\n', ['3', '4'])).toBe('a | b\n--|--\n1 | 2\n| 3 | 4 |\n'));

test('a table that is indented keeps its indentation', () =>
  expect(append('  | a |\n  |---|\n\n', [['1'], ['2']])).toBe(
    '  | a |\n  |---|\n| 1 |\n| 2 |\n\n',
  ));

test.each([
  ['a number among texts', 'table-rows-invalid', ['a', 1]],
  ['a row among texts', 'table-rows-invalid', [['a', 'b'], 'c']],
  ['too few cells', 'table-columns-differ', ['a']],
  ['too many cells', 'table-columns-differ', ['a', 'b', 'c']],
  ['a line break', 'table-rows-invalid', ['a', 'b\nc']],
  ['no list', 'table-rows-invalid', { a: 'b' }],
  ['nothing', 'table-columns-differ', []],
])('rows with %s are refused', (_what, reason, json) =>
  expect(append('| a | b |\n|---|---|\n', json)).toBe(reason),
);
