import { expect, test } from 'vitest';
import { placesOf, scoreFuzzy } from './fuzzy.ts';

const best = (typed: string, paths: readonly string[]): string | undefined =>
  paths
    .map((path) => ({ path, score: scoreFuzzy(typed, path, path.toLowerCase()) ?? -1000 }))
    .filter(({ score }) => score > -1000)
    .sort((a, b) => b.score - a.score)[0]?.path;

test('the whole name comes before a longer one', () =>
  expect(best('plan', ['Planting list.md', 'Plan.md', 'Airplane.md'])).toBe('Plan.md'));

test('a name comes before a folder', () =>
  expect(best('garden', ['Garden/Moss.md', 'Notes/Garden.md'])).toBe('Notes/Garden.md'));

test('the start of a word comes before its middle', () =>
  expect(best('art', ['Part.md', 'Modern art.md'])).toBe('Modern art.md'));

test('letters may be apart, in order', () => {
  expect(best('cgp', ['Courtyard garden plan.md', 'Zoo.md'])).toBe('Courtyard garden plan.md');
  expect(scoreFuzzy('pgc', 'cgp', 'cgp')).toBeUndefined();
  expect(scoreFuzzy('aa', 'a', 'a')).toBeUndefined();
});

test('the places of the letters are found', () => {
  expect(placesOf('bd', 'abcd')).toEqual([1, 3]);
  expect(placesOf('b c', 'abcd')).toEqual([1, 2]);
  expect(placesOf('bc', 'bc/abc')).toEqual([4, 5]);
  expect(placesOf('zz', 'abcd')).toEqual([]);
});

test('initials find a name before letters that are apart', () => {
  const paths = ['Notes/Cogs.md', 'Courtyard garden.md', 'Magic grass.md', 'A magical cog.md'];
  expect(best('cg', paths)).toBe('Courtyard garden.md');
  expect(best('ck', ['Clock.md', 'Meetings/2026-04-21 Courtyard kick-off.md'])).toBe(
    'Meetings/2026-04-21 Courtyard kick-off.md',
  );
  expect(placesOf('cg', 'x/courtyard garden.md')).toEqual([2, 12]);
});
