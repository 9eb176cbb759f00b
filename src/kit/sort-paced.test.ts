import { expect, test } from 'vitest';
import { createPace } from './pace.ts';
import { sortPaced } from './sort-paced.ts';

/** Each number below `count` once, in an order that is far from sorted. */
const shuffled = (count: number) =>
  Array.from({ length: count }, (_, i) => String((i * 7919) % count));
const check = async (words: readonly string[]) =>
  expect(await sortPaced(words, createPace())).toEqual([...words].sort());

test('no words are sorted', () => check([]));
test('words of one run are sorted', () => check(shuffled(1000)));
test('words of several runs are sorted', () => check(shuffled(4321)));
test('sorted and reversed words are sorted', async () => {
  const words = shuffled(2500).sort();
  await check(words);
  await check(words.toReversed());
});
test('repeats are kept', () => check([...shuffled(1500), ...shuffled(1500)]));
test('case and other scripts sort by code units', () => check(['b', 'é', 'B', '名', 'a', '🎉']));

test('it pauses as often as the pace wants', async () => {
  let pauses = 0;
  const pause = async () => void pauses++;
  await sortPaced(shuffled(4000), { isDue: () => true, pause });
  // Four runs, and a merged thousand each time it is full while the first run of a pair lasts.
  expect(pauses).toBeGreaterThanOrEqual(4 + 2);
});
