import { expect, test } from 'vitest';
import { diffTexts } from './diff.ts';

/** A diff as people write it; changed words stand in braces. */
const show = (before: string, after: string): string[] =>
  diffTexts(before, after).hunks.flatMap(({ skipped, lines }) => [
    ...(skipped > 0 ? [`@ ${skipped}`] : []),
    ...lines.map(
      ({ kind, spans }) =>
        `${{ same: ' ', added: '+', removed: '-' }[kind]}${spans
          .map(({ text, isChanged }) => (isChanged ? `{${text}}` : text))
          .join('')}`,
    ),
  ]);

const check = (before: string, after: string, lines: readonly string[]): void =>
  expect(show(before, after)).toEqual(lines);

test('only the words that differ are marked', () =>
  check('the red fox\n', 'the brown fox\n', ['-the {red} fox', '+the {brown} fox']));

test('a line that has nothing in common with the other is not marked', () =>
  check('alpha\n', 'omega\n', ['-alpha', '+omega']));

test('far lines are left out and counted', () =>
  check('1\n2\n3\n4\n5\n6\n7\n8\n9\n', '1\n2\n3\n4\n5\n6\n7\n8\nnine\n', [
    '@ 5',
    ' 6',
    ' 7',
    ' 8',
    '-9',
    '+nine',
  ]));

test('changes that are near each other are one piece, far ones are two', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const near = lines.map((line, at) => (at === 10 || at === 14 ? `${line}!` : line));
  const far = lines.map((line, at) => (at === 2 || at === 27 ? `${line}!` : line));
  const hunks = (after: readonly string[]) => diffTexts(lines.join('\n'), after.join('\n')).hunks;
  expect(hunks(near)).toHaveLength(1);
  expect(hunks(far)).toHaveLength(2);
  expect(hunks(far)[1]?.skipped).toBe(18);
});

test('a new file is all added, a deleted one all removed', () => {
  check('', 'a\nb\n', ['+a', '+b']);
  check('a\nb\n', '', ['-a', '-b']);
});

test('lines are numbered on both sides', () => {
  const [hunk] = diffTexts('a\nb\nc\n', 'a\nx\ny\nc\n').hunks;
  expect(hunk?.lines.map(({ before, after }) => [before, after])).toEqual([
    [1, 1],
    [2, undefined],
    [undefined, 2],
    [undefined, 3],
    [3, 4],
  ]);
});

test('the same text has no difference', () => check('a\n', 'a\n', []));
