import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { asciiFinder } from './ascii-finder.ts';

const check = (wanted: string, text: string, starts: readonly number[]) =>
  expect(asciiFinder(wanted)?.(text)).toEqual(starts);

test('finds every place, in any case', () => check('aB', 'ab AB, xAb', [0, 3, 8]));
test('places do not overlap', () => check('aa', 'aaaa a', [0, 2]));
test('marks of patterns are ordinary characters', () => check('a.*(b', 'a.*(B axx(b', [0]));
test('letters beyond ASCII are none within', () => check('k', 'K\u212ak', [0, 2]));
test('is not for other letters, nor for nothing', () => {
  expect(asciiFinder('é')).toBeUndefined();
  expect(asciiFinder('')).toBeUndefined();
});

test('finds what a search in lower case finds', () => {
  const letters = fc.constantFrom('a', 'A', 'b', 'ß', 'É', 'ſ', '東', '🎉', ' ', '.');
  const text = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''));
  const wanted = fc.array(fc.constantFrom('a', 'B', '.'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, wanted, (subject, parts) => {
      const needle = parts.join('');
      const lower = subject.toLowerCase();
      const starts: number[] = [];
      for (let at = lower.indexOf(needle.toLowerCase()); at !== -1; ) {
        starts.push(at);
        at = lower.indexOf(needle.toLowerCase(), at + needle.length);
      }
      check(needle, subject, starts);
    }),
  );
});
