import { availableParallelism } from 'node:os';
import { ThreadPool } from '../../kit/thread-pool.ts';
import type { Batch, BatchRequest } from './read-batch.ts';

const threadsAtMost = 4;
const filesEach = 250;

export interface ThreadReading {
  /** The vault's folder. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Told of every batch as it comes, with the paths that were asked for. */
  readonly take: (batch: Batch, paths: readonly string[]) => void;
  readonly isStopped: () => boolean;
}

/** Reads many files in threads. Rejects when that does not work; what was taken stays taken. */
export async function readInThreads(reading: ThreadReading): Promise<void> {
  const { root, paths, take, isStopped } = reading;
  const threadsMax = Math.min(threadsAtMost, availableParallelism());
  const pool = new ThreadPool({ entry: 'index-worker', threadsMax, idleMs: 1000 });
  let next = 0;
  const readSome = async (): Promise<void> => {
    while (next < paths.length && !isStopped()) {
      const some = paths.slice(next, next + filesEach);
      next += filesEach;
      const request: BatchRequest = { root, paths: some };
      take(await pool.run<Batch>(request), some);
    }
  };
  try {
    await Promise.all(Array.from({ length: threadsMax }, readSome));
  } finally {
    await pool.close(new Error('All notes are read.'));
  }
}
