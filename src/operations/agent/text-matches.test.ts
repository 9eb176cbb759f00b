import { expect, test } from 'vitest';
import { matchNote, toTokens } from './text-matches.ts';

/** What stands at each place that is found in a text. */
const check = (query: string, text: string, places: readonly string[] | undefined) => {
  const found = matchNote('Name', text, toTokens(query), 5);
  expect(found?.map(({ match: { start, end } }) => text.slice(start, end))).toEqual(places);
};

test('a word is found in any case', () => check('stone', 'Stone and STONE.', ['Stone', 'STONE']));
test('letters beyond ASCII are found in any case', () => check('zürich', 'In ZÜRICH', ['ZÜRICH']));
test('letters whose lower case is ASCII are found', () => check('k', '3 \u212a', ['\u212a']));
test('a text whose lower case is longer keeps its offsets', () =>
  check('b', '\u0130 and B', ['B']));
test('all words must be there', () => check('stone marker', 'A stone.', undefined));
test('different words close to each other are one place', () =>
  check('red stone', 'A red old stone', ['red old stone']));
