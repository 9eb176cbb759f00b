import { expect, test } from 'vitest';
import { hang, wrap } from './table.ts';

test('lines are broken between words', () =>
  expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']));

test('blanks inside a line and at its beginning stay', () =>
  expect(wrap('  - a  b', 20)).toEqual(['  - a  b']));

test('a word that is too long has a line of its own', () =>
  expect(wrap('a https://example.org b', 8)).toEqual(['a', 'https://example.org', 'b']));

test('colours take no room, wide characters take two', () => {
  expect(wrap('\x1b[31mone\x1b[39m two', 7)).toEqual(['\x1b[31mone\x1b[39m two']);
  expect(wrap('苔の 庭', 6)).toEqual(['苔の', '庭']);
});

test('further lines stand below the text of the first', () =>
  expect(hang('   12  ', 'one two three four five six', 27)).toBe(
    '   12  one two three four\n       five six',
  ));
