import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThreadPool } from '../../kit/thread-pool.ts';
import type { FileStat } from './file-entry.ts';
import { type Batch, type BatchRequest, packStats } from './read-batch.ts';

/** This thread reads too, so on two cores one more keeps both busy. */
const threadsMax = Math.min(4, Math.max(1, availableParallelism() - 1));
const filesAtMost = 500;
const filesAtLeast = 25;
/** How long this thread reads before it looks what others have read, and lets others work. */
const sliceMs = 2;

/** Vaults are often opened one after the other, so threads wait a moment for the next one. */
const pool = new ThreadPool({ entry: 'index-worker', threadsMax, idleMs: 1000 });

export interface FirstReading {
  /** The vault's folder. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Whether threads help. */
  readonly inThreads: boolean;
  /** Whether somebody keeps the texts. */
  readonly withTexts: boolean;
  /** What was listed of a file; undefined when it need not be read any more. */
  readonly statOf: (path: string) => FileStat | undefined;
  /** Reads one file in this thread, unless it need not be. */
  readonly readHere: (path: string) => void;
  readonly take: (batch: Batch) => void;
  readonly isStopped: () => boolean;
}

/** Reads many files here, and in threads where they help. */
export async function readFiles(reading: FirstReading): Promise<void> {
  const queue = new Queue(reading);
  const threads = Array.from({ length: reading.inThreads ? threadsMax : 0 }, () =>
    readThere(reading, queue),
  );
  await readHere(reading, queue);
  await Promise.all(threads);
}

/** What a thread did not read is read here: threads are a matter of speed alone. */
async function readThere(reading: FirstReading, queue: Queue): Promise<void> {
  const { root, withTexts, statOf, take } = reading;
  for (let paths = queue.some(); paths.length > 0; paths = queue.some()) {
    const known = paths.filter((path) => statOf(path) !== undefined);
    const stats = packStats(known.flatMap((path) => statOf(path) ?? []));
    const request: BatchRequest = { root, paths: known, stats, withTexts };
    const batch = await pool.run<Batch>(request).catch(() => undefined);
    if (batch !== undefined) take(batch);
    for (const path of paths) reading.readHere(path);
    if (batch === undefined) return;
  }
}

async function readHere(reading: FirstReading, queue: Queue): Promise<void> {
  let until = performance.now() + sliceMs;
  for (let path = queue.one(); path !== undefined; path = queue.one()) {
    reading.readHere(path);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

/** The files that nobody has begun with. */
class Queue {
  private readonly reading: FirstReading;
  private next = 0;

  constructor(reading: FirstReading) {
    this.reading = reading;
  }

  one(): string | undefined {
    return this.left === 0 ? undefined : this.reading.paths[this.next++];
  }

  /** Fewer towards the end, so that all end at about the same time. */
  some(): readonly string[] {
    const share = Math.ceil(this.left / (4 * threadsMax));
    const count = Math.min(filesAtMost, Math.max(filesAtLeast, share), this.left);
    this.next += count;
    return this.reading.paths.slice(this.next - count, this.next);
  }

  private get left(): number {
    return this.reading.isStopped() ? 0 : this.reading.paths.length - this.next;
  }
}
