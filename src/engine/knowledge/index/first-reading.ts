import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThreadPool } from '../../../kit/thread-pool.ts';
import type { FileEntry } from './file-entry.ts';
import { type Batch, type BatchRequest, packStats } from './read-batch.ts';

const threadsMax = Math.min(4, availableParallelism());
const filesEach = 250;
/** How long this thread reads before it lets others work. */
const sliceMs = 2;

/** Vaults are often opened one after the other, so threads wait a moment for the next one. */
const pool = new ThreadPool({ entry: 'index-worker', threadsMax, ahead: 1, idleMs: 1000 });
/** One that a thread works on, and one more for the moment when it is done with it. */
const batchesEach = 2;

export interface FirstReading {
  /** The vault's folder. */
  readonly root: string;
  /** Those that are not pending any more when their turn comes are passed over. */
  readonly files: readonly FileEntry[];
  /** Whether threads read them. */
  readonly inThreads: boolean;
  /** Whether somebody keeps the texts. */
  readonly withTexts: boolean;
  /** Reads one pending file in this thread. */
  readonly readHere: (file: FileEntry) => void;
  /** Called before others work. */
  readonly rest: () => void;
  readonly take: (batch: Batch) => void;
  readonly isStopped: () => boolean;
}

/** Reads many files, in threads where that is wanted. What these could not read is read here. */
export async function readFiles(reading: FirstReading): Promise<void> {
  if (reading.inThreads) {
    const batches = inBatches(reading);
    const some = Array.from({ length: batchesEach * threadsMax }, () =>
      readThere(reading, batches),
    );
    await Promise.all(some);
  }
  await readHere(reading);
}

function* inBatches({ files, isStopped }: FirstReading): Generator<readonly FileEntry[], void> {
  for (let from = 0; from < files.length && !isStopped(); from += filesEach) {
    yield files.slice(from, from + filesEach);
  }
}

/** Threads are a matter of speed alone: when one fails, no more batches are given to any. */
async function readThere(
  reading: FirstReading,
  batches: Generator<readonly FileEntry[], void>,
): Promise<void> {
  for (const files of batches) {
    const batch = await pool.run<Batch>(toRequest(reading, files)).catch(() => undefined);
    if (batch === undefined) return;
    reading.take(batch);
  }
}

function toRequest({ root, withTexts }: FirstReading, files: readonly FileEntry[]): BatchRequest {
  const pending = files.filter(({ isPending }) => isPending);
  const paths = pending.map(({ path }) => path);
  return { root, paths, stats: packStats(pending.map(({ stat }) => stat)), withTexts };
}

async function readHere(reading: FirstReading): Promise<void> {
  let until = performance.now() + sliceMs;
  for (const file of reading.files) {
    if (reading.isStopped()) break;
    if (!file.isPending) continue;
    reading.readHere(file);
    if (performance.now() < until) continue;
    reading.rest();
    await nextTurn();
    until = performance.now() + sliceMs;
  }
  reading.rest();
}
