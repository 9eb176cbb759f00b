import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('calls made during a run share the next one, and each is covered by a later start', async () => {
  let runs = 0;
  const release: (() => void)[] = [];
  const flush = coalesce(() => {
    runs++;
    return new Promise<void>((resolve) => release.push(resolve));
  });
  const first = flush();
  const second = flush();
  const third = flush();
  expect(runs).toBe(1);
  release.shift()?.();
  await first;
  await Promise.resolve();
  expect(runs).toBe(2);
  release.shift()?.();
  await Promise.all([second, third]);
  expect(runs).toBe(2);
});

test('a failed run does not stop later ones', async () => {
  let runs = 0;
  const flush = coalesce(async () => {
    runs++;
    if (runs === 1) throw new Error('once');
  });
  await expect(flush()).rejects.toThrow('once');
  await flush();
  expect(runs).toBe(2);
});
