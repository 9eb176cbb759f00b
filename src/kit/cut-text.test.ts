import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀b', 3, 'a\ufffd…'],
])('of %j at most %i characters are %j', (text, lengthMax, cut) =>
  expect(cutText(text, lengthMax)).toBe(cut),
);
