import { expect, test } from 'vitest';
import { matchFuzzy } from './fuzzy.ts';

const best = (typed: string, paths: readonly string[]): string | undefined =>
  paths
    .map((path) => ({ path, match: matchFuzzy(typed, path, path.toLowerCase()) }))
    .filter(({ match }) => match !== undefined)
    .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))[0]?.path;

test('the whole name comes before a longer one', () =>
  expect(best('plan', ['Planting list.md', 'Plan.md', 'Airplane.md'])).toBe('Plan.md'));

test('a name comes before a folder', () =>
  expect(best('garden', ['Garden/Moss.md', 'Notes/Garden.md'])).toBe('Notes/Garden.md'));

test('the start of a word comes before its middle', () =>
  expect(best('art', ['Part.md', 'Modern art.md'])).toBe('Modern art.md'));

test('letters may be apart, in order', () => {
  expect(best('cgp', ['Courtyard garden plan.md', 'Zoo.md'])).toBe('Courtyard garden plan.md');
  expect(matchFuzzy('pgc', 'cgp', 'cgp')).toBeUndefined();
  expect(matchFuzzy('aa', 'a', 'a')).toBeUndefined();
});

test('the places of the letters are told', () =>
  expect(matchFuzzy('bd', 'abcd', 'abcd')?.places).toEqual([1, 3]));
