import { expect, test } from 'vitest';
import { applySplices, type Splice } from './splice.ts';

const put = (start: number, end: number, text: string): Splice => ({ start, end, text });

test.each<[string, Splice[], string]>([
  ['none', [], 'abc'],
  ['in any order', [put(2, 3, 'Z'), put(0, 1, 'X')], 'XbZ'],
  ['at one place, in their order', [put(1, 1, '1'), put(1, 1, '2'), put(1, 1, '3')], 'a123bc'],
  ['one that inserts before one that replaces', [put(1, 2, 'B'), put(1, 1, '+')], 'a+Bc'],
  ['at the ends', [put(3, 3, '>'), put(0, 0, '<')], '<abc>'],
])('splices %s', (_what, splices, after) => expect(applySplices('abc', splices)).toBe(after));
