import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { toFlatJson } from './flat-json.ts';

test.each([
  [{ type: 'file', mtime: 1_700_000_000_000, size: 0, mode: 420 }],
  [{}],
  [{ ok: '' }],
  [{ n: -0 }],
])('the same as JSON of %j', (value) => {
  expect(toFlatJson(value)).toBe(JSON.stringify(value));
});

test.each([
  ['a fraction', { n: 0.5 }],
  ['what JSON has no number for', { n: Number.NaN }],
  ['a large number', { n: 2 ** 60 }],
  ['a missing member', { n: undefined }],
  ['null', { n: null }],
  ['a list', { n: [1] }],
  ['a name that needs an escape', { 'a"b': 1 }],
  ['a text that needs an escape', { a: 'b"c' }],
  ['other letters', { a: 'ä' }],
])('%s is left to others', (_, value) => {
  expect(toFlatJson(value)).toBeUndefined();
});

test('whatever it makes, JSON would be the same', () => {
  const member = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.integer(),
    fc.double(),
    fc.constant('folder'),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 3 }), member), (value) => {
      const json = toFlatJson(value);
      return json === undefined || json === JSON.stringify(value);
    }),
  );
});
