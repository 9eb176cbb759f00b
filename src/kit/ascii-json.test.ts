import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { toAsciiJson } from './ascii-json.ts';

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

test('it means the same, and is hardly longer', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (json, text) => {
      const long = JSON.stringify([JSON.parse(json), 'plain'.repeat(100), text]);
      const ascii = toAsciiJson(long);
      expect(JSON.parse(ascii)).toEqual(JSON.parse(long));
      expect(ascii.length).toBeLessThanOrEqual(long.length * 1.5);
    }),
  );
});

test('a few strange characters are escaped', () => {
  const json = JSON.stringify({ text: `${'plain '.repeat(100)}— “ü” 東 😀` });
  expect(isAscii(toAsciiJson(json))).toBe(true);
  expect(JSON.parse(toAsciiJson(json))).toEqual(JSON.parse(json));
});

test('text that is strange all over stays as it is', () => {
  const json = JSON.stringify({ text: '東京 '.repeat(100) });
  expect(toAsciiJson(json)).toBe(json);
});
