import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const roundMs = 50;
/** A thread that is busy for longer has more to do than answer what waited for its start. */
const roundsMax = 40;
/** The part of a round in which the thread worked. */
const busyMax = 0.5;

/** Resolves when this thread has little to do, so that requests come before work in the background. */
export async function untilIdle(measure = measureRound): Promise<void> {
  for (let round = 0; round < roundsMax; round++) if ((await measure()) < busyMax) return;
}

/** How much of the next moment this thread works, from 0 to 1. */
async function measureRound(): Promise<number> {
  const before = performance.eventLoopUtilization();
  await wait(roundMs, undefined, { ref: false });
  return performance.eventLoopUtilization(before).utilization;
}
