import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThreadPool } from '../../../kit/thread-pool.ts';
import type { FileEntry } from './file-entry.ts';
import { type Batch, type BatchRequest, packStats } from './read-batch.ts';

/** This thread reads too, so on two cores one more keeps both busy. */
const threadsMax = Math.min(4, Math.max(1, availableParallelism() - 1));
const filesAtMost = 500;
const filesAtLeast = 25;
/** How long this thread reads before it looks what others have read, and lets others work. */
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
  /** Whether threads help. */
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

/** Reads many files here, and in threads where they help. */
export async function readFiles(reading: FirstReading): Promise<void> {
  const queue = new Queue(reading);
  const batches = reading.inThreads ? batchesEach * threadsMax : 0;
  const threads = Array.from({ length: batches }, () => readThere(reading, queue));
  await readHere(reading, queue);
  await Promise.all(threads);
}

/** What a thread did not read is read here: threads are a matter of speed alone. */
async function readThere(reading: FirstReading, queue: Queue): Promise<void> {
  for (let files = queue.some(); files.length > 0; files = queue.some()) {
    const batch = await pool.run<Batch>(toRequest(reading, files)).catch(() => undefined);
    if (batch !== undefined) reading.take(batch);
    for (const file of files) if (file.isPending) reading.readHere(file);
    reading.rest();
    if (batch === undefined) return;
  }
}

function toRequest({ root, withTexts }: FirstReading, files: readonly FileEntry[]): BatchRequest {
  const pending = files.filter(({ isPending }) => isPending);
  const paths = pending.map(({ path }) => path);
  return { root, paths, stats: packStats(pending.map(({ stat }) => stat)), withTexts };
}

async function readHere(reading: FirstReading, queue: Queue): Promise<void> {
  let until = performance.now() + sliceMs;
  for (let file = queue.one(); file !== undefined; file = queue.one()) {
    if (file.isPending) reading.readHere(file);
    if (performance.now() < until) continue;
    reading.rest();
    await nextTurn();
    until = performance.now() + sliceMs;
  }
  reading.rest();
}

/** The files that nobody has begun with. */
class Queue {
  private readonly reading: FirstReading;
  private next = 0;

  constructor(reading: FirstReading) {
    this.reading = reading;
  }

  one(): FileEntry | undefined {
    return this.left === 0 ? undefined : this.reading.files[this.next++];
  }

  /** Fewer towards the end, so that all end at about the same time. */
  some(): readonly FileEntry[] {
    const share = Math.ceil(this.left / (4 * batchesEach * threadsMax));
    const count = Math.min(filesAtMost, Math.max(filesAtLeast, share), this.left);
    this.next += count;
    return this.reading.files.slice(this.next - count, this.next);
  }

  private get left(): number {
    return this.reading.isStopped() ? 0 : this.reading.files.length - this.next;
  }
}
