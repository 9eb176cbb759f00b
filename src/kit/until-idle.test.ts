import { expect, test } from 'vitest';
import { untilIdle } from './until-idle.ts';

/** How many rounds are measured of a thread that is busy for this many of them. */
async function roundsWith(busyRounds: number): Promise<number> {
  let rounds = 0;
  await untilIdle(async () => (++rounds <= busyRounds ? 0.9 : 0.1));
  return rounds;
}

test('a thread with little to do is idle at once', async () => {
  expect(await roundsWith(0)).toBe(1);
});

test('a busy thread is waited for', async () => {
  expect(await roundsWith(7)).toBe(8);
});

test('a thread that stays busy does not put background work off for ever', async () => {
  expect(await roundsWith(Number.POSITIVE_INFINITY)).toBe(40);
});

test('the utilization of this thread is measured', async () => {
  await expect(untilIdle()).resolves.toBeUndefined();
});
