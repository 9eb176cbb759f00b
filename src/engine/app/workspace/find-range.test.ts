import { expect, test } from 'vitest';
import { findRange, type Wanted } from './find-range.ts';

const text = 'one two\nthree 🌱 four\r\nfive';
const check = (wanted: Wanted, match: string, selected: string, from?: number[], to?: number[]) => {
  const found = findRange(text, wanted);
  const { start, end } = found.selection ?? {};
  expect([found.match, found.text]).toEqual([match, selected]);
  expect([start && [start.line, start.character], end && [end.line, end.character]]).toEqual([
    from,
    to,
  ]);
};

test('a text is selected where it first stands', () =>
  check({ startText: 'two' }, 'start', 'two', [0, 4], [0, 7]));
test('characters are UTF-16 units', () =>
  check({ startText: 'four' }, 'start', 'four', [1, 9], [1, 13]));
test('up to the end of another text after it', () =>
  check({ startText: 'two', endText: 'three' }, 'both', 'two\nthree', [0, 4], [1, 5]));
test('an end that does not follow leaves the cursor at the start', () =>
  check({ startText: 'three', endText: 'one' }, 'start-without-end', '', [1, 0], [1, 0]));
test('a text that is not there selects nothing', () => check({ startText: 'six' }, 'nothing', ''));
test('to the end of the line, without its ending', () =>
  check({ startText: 'three', toLineEnd: true }, 'start', 'three 🌱 four', [1, 0], [1, 13]));
test('whole lines, in any order', () =>
  check({ startLine: 1, endLine: 0 }, 'none-wanted', 'one two\nthree 🌱 four', [0, 0], [1, 13]));
test('lines beyond the end are the end', () =>
  check({ startLine: 9 }, 'none-wanted', '', [2, 4], [2, 4]));
test('empty texts count as absent', () => check({ startText: '' }, 'none-wanted', ''));
