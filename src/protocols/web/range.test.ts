import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

const cases: [string | undefined, ReturnType<typeof parseRange>][] = [
  [undefined, undefined],
  ['', undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-4', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['bytes=5-100', { start: 5, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=4-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=99999999999999999999-', undefined],
];

for (const [header, range] of cases) {
  test(`${header} of ten bytes is ${JSON.stringify(range)}`, () =>
    expect(parseRange(header, 10)).toEqual(range));
}

test('an empty file has no part', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange(undefined, 0)).toBeUndefined();
});
