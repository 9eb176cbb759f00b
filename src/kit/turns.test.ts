import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('jobs of one turn run together, in order, and fail alone', async () => {
  const seen: string[] = [];
  const turn = createTurns((run) => {
    seen.push('(');
    run();
    seen.push(')');
  });
  const results = await Promise.allSettled([
    turn(() => seen.push('a')),
    turn(() => {
      throw new Error('b');
    }),
    turn(() => seen.push('c')),
  ]);
  expect(seen).toEqual(['(', 'a', 'c', ')']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('when what is around fails, every job that did not run fails with it', async () => {
  const turn = createTurns(() => {
    throw new Error('no lock');
  });
  await expect(turn(() => 1)).rejects.toThrow('no lock');
});
