import { expect, test } from 'vitest';
import { isEqualData } from './plain-data.ts';

test.each([
  [Number.NaN, Number.NaN, true],
  [0, -0, true],
  [1, 2, false],
  [1, '1', false],
  [null, undefined, false],
  [null, {}, false],
  [[], {}, false],
  [['a'], { 0: 'a' }, false],
  [['a', ['b']], ['a', ['b']], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ toString: undefined }, {}, false],
])('%j and %j are equal: %s', (a, b, equal) => {
  expect(isEqualData(a, b)).toBe(equal);
  expect(isEqualData(b, a)).toBe(equal);
});
