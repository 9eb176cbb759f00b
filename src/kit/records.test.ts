import { expect, test } from 'vitest';
import { isRecord, toRecord } from './records.ts';

test.each<[unknown, boolean, object]>([
  [{ a: 1 }, true, { a: 1 }],
  [{}, true, {}],
  [[1], false, {}],
  [null, false, {}],
  [undefined, false, {}],
  ['a', false, {}],
])('%j', (value, expected, members) =>
  expect([isRecord(value), toRecord(value)]).toEqual([expected, members]),
);
