import { expect, test } from 'vitest';
import { forEachLimited } from './for-each-limited.ts';

test.each([
  [3, 10, 3],
  [3, 2, 2],
  [1, 4, 1],
  [3, 0, 0],
])('%i at a time, of %i items all run, and %i at once', async (atOnce, count, most) => {
  const items = Array.from({ length: count }, (_, n) => n);
  const done: number[] = [];
  let [running, peak] = [0, 0];
  await forEachLimited(atOnce, items, async (item) => {
    peak = Math.max(peak, ++running);
    await Promise.resolve();
    running--;
    done.push(item);
  });
  expect([done.sort((a, b) => a - b), peak]).toEqual([items, most]);
});

test('a failure is passed on', async () => {
  const run = forEachLimited(2, [1, 2, 3], (item) =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(),
  );
  await expect(run).rejects.toThrow('two');
});
