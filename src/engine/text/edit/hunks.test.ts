import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { limits } from '../../../contract/limits.ts';
import { applyHunks, findHunks } from './hunks.ts';

const texts = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'end'), { maxLength: 12 })
  .map((lines) => lines.join(''));

test('all hunks give the new text, none the old one, and the rest can follow later', () =>
  fc.assert(
    fc.property(texts, texts, fc.infiniteStream(fc.boolean()), (before, after, coins) => {
      const hunks = findHunks(before, after);
      expect(applyHunks(before, hunks)).toBe(after);
      expect(applyHunks(before, [])).toBe(before);
      const some = applyHunks(
        before,
        hunks.filter(() => coins.next().value),
      );
      expect(applyHunks(some, findHunks(some, after))).toBe(after);
    }),
  ));

test('each place that differs is a hunk, by lines', () =>
  expect(findHunks('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n')).toEqual([
    { start: 1, removed: ['b\n'], added: ['B\n'] },
    { start: 4, removed: [], added: ['e\n'] },
  ]));

test('texts of very many lines are one hunk', () => {
  const many = 'x\n'.repeat(limits.hunkLinesMax);
  expect(findHunks(`a\n${many}`, `b\n${many}`)).toHaveLength(1);
});
