import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { mergeTexts } from './merge.ts';

const base = 'one\r\ntwo\nthree\nfour';

test('changes in different places are joined, line endings kept', () =>
  expect(mergeTexts(base, base.replace('one', 'ONE'), base.replace('four', 'FOUR'))).toEqual({
    text: 'ONE\r\ntwo\nthree\nFOUR',
    conflicts: [],
  }));

test('the same change on both sides counts once', () =>
  expect(mergeTexts(base, `${base}\nfive`, `${base}\nfive`).text).toBe(`${base}\nfive`));

test('a place that both changed is named, and nothing is guessed', () =>
  expect(mergeTexts(base, base.replace('two', '2'), base.replace('two', 'zwei'))).toEqual({
    text: undefined,
    conflicts: [{ start: 1, end: 2 }],
  }));

test('when one side changed nothing, the other one wins whole', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (old, changed) => {
      expect(mergeTexts(old, changed, old).text).toBe(changed);
      expect(mergeTexts(old, old, changed).text).toBe(changed);
    }),
  );
});
