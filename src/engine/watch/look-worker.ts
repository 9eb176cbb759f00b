import { parentPort } from 'node:worker_threads';
import { type LookRequest, lookAtPart, tryTake } from './look.ts';

parentPort?.on('message', ({ taken, group, parts }: LookRequest) => {
  if (!tryTake(taken, group)) return;
  try {
    const stats = parts.map((part) => lookAtPart(part).numbers);
    parentPort?.postMessage(
      { group, stats },
      stats.map(({ buffer }) => buffer),
    );
  } catch {
    // Whoever asked looks again, and learns what is wrong.
    parentPort?.postMessage({ group });
  }
});
