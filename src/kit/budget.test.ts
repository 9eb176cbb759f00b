import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

test('what fits runs together, the rest waits in order, and too much runs alone', async () => {
  const budget = createBudget(10);
  const running = new Set<string>();
  const seen: string[] = [];
  const work = (name: string, weight: number) =>
    budget.hold(weight, async () => {
      running.add(name);
      seen.push([...running].join(''));
      await new Promise(setImmediate);
      running.delete(name);
    });
  await Promise.all([work('a', 4), work('b', 6), work('c', 99), work('d', 1)]);
  expect(seen).toEqual(['a', 'ab', 'c', 'd']);
});

test('work that fails makes way', async () => {
  const budget = createBudget(1);
  await expect(budget.hold(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await budget.hold(1, async () => 'next')).toBe('next');
});
