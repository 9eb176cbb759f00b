import { expect, test } from 'vitest';
import { createJobBatch } from './job-batch.ts';

test('jobs of one iteration run together, in order, and fail alone', async () => {
  const seen: string[] = [];
  const turn = createJobBatch((run) => {
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
  const turn = createJobBatch(() => {
    throw new Error('no lock');
  });
  await expect(turn(() => 1)).rejects.toThrow('no lock');
});
