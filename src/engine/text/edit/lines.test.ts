import { expect, test } from 'vitest';
import { lineEnd, lineEndingOf, lineStart, nextLine, unterminated } from './lines.ts';

test.each([
  ['', '\n'],
  ['one', '\n'],
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['a\nb\r\n', '\n'],
  ['a\r\nb\n', '\r\n'],
])('the line ending of %j', (text, ending) => expect(lineEndingOf(text)).toBe(ending));

test.each([
  ['a', 0, [0, 1, 1]],
  ['a\nbc', 0, [0, 1, 2]],
  ['a\nbc', 2, [2, 4, 4]],
  ['a\nbc\nd', 3, [2, 4, 5]],
  ['a\r\nbc\r\nd', 0, [0, 1, 3]],
  ['a\r\nbc\r\nd', 4, [3, 5, 7]],
  ['a\r\nb', 2, [0, 2, 3]],
  ['a\n\nb', 2, [2, 2, 3]],
  ['\r\nb', 0, [0, 0, 2]],
] as const)('the line of %j that holds %i', (text, at, places) =>
  expect([lineStart(text, at), lineEnd(text, at), nextLine(text, at)]).toEqual(places),
);

test.each([
  ['', 0, ''],
  ['a', 1, '\r\n'],
  ['a\n', 2, ''],
  ['\ufeff', 1, ''],
  ['\ufeffa', 2, '\r\n'],
  ['a\ufeff', 2, '\r\n'],
])('what %j lacks at %i', (text, at, ending) =>
  expect(unterminated(text, at, '\r\n')).toBe(ending),
);
