import { close, closeSync, fdatasync, fsync } from 'node:fs';
import { promisify } from 'node:util';
import { ThreadPool } from '../../kit/thread-pool.ts';
import { makeFile, type NewFile } from './new-file.ts';
import type { Stat } from './stat.ts';

const fsyncSoon = promisify(fsync);
const fdatasyncSoon = promisify(fdatasync);

const threadsMax = 4;
const idleMs = 10_000;
/** Fewer and smaller files than this are quicker made right here. */
const filesMin = 4;
const bytesMin = 1024 * 1024;
/** What one message carries. To wake a thread costs as much as making a file, so it should be worth it. */
const shareMin = 8;
const shareMax = 64;
const shareBytesMax = 4 * 1024 * 1024;

export type DiskRequest =
  | {
      readonly kind: 'make';
      /** Descriptors whose bytes are to be on disk first. */
      readonly flush: readonly number[];
      /** Where the bytes of each file end in `bytes`. */
      readonly files: readonly (Omit<NewFile, 'bytes'> & { sync: boolean; end: number })[];
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'close'; readonly descriptors: readonly number[] };

/** What became of one file, or of the descriptors. */
export interface Made {
  readonly stat?: Stat;
  readonly failure?: { readonly code: string | undefined; readonly message: string };
}

export interface DiskAnswer {
  readonly flushed: Made;
  readonly made: readonly Made[];
}

/**
 * Work that waits for the disk. What is asked for in one turn goes to a thread in one message,
 * since a message for each would cost more than the work.
 */
export interface DiskThreads {
  /** Makes a file; with `sync` its bytes are on disk when it resolves. */
  make(file: NewFile, sync: boolean): Promise<Stat>;
  /** Resolves when the bytes behind the descriptors are on disk. */
  flush(descriptors: readonly number[]): Promise<void>;
  /** Closes descriptors some time soon. */
  close(descriptors: readonly number[]): void;
  end(): Promise<void>;
}

interface Job {
  readonly file: NewFile;
  readonly sync: boolean;
  resolve(stat: Stat | Promise<Stat>): void;
}

interface Flush {
  readonly descriptors: readonly number[];
  resolve(done: Promise<void>): void;
}

export function createDiskThreads(): DiskThreads {
  const pool = new ThreadPool({ entry: 'disk-worker', threadsMax, idleMs, ownsFiles: false });
  let jobs: Job[] = [];
  let flushes: Flush[] = [];
  let closing: Promise<unknown> = Promise.resolve();

  const runThere = (share: readonly Job[], due: readonly Flush[]): void => {
    const request = pack(share, [...new Set(due.flatMap(({ descriptors }) => descriptors))]);
    const answer = pool.run<DiskAnswer>(request, { transfer: [request.bytes.buffer] });
    const flushed = answer.then((all) => throwIfFailed(all.flushed));
    for (const each of due) each.resolve(flushed);
    for (const [n, job] of share.entries()) job.resolve(answer.then(({ made }) => statOf(made[n])));
  };

  const dispatch = (): void => {
    const [due, flushing] = [jobs, flushes];
    jobs = [];
    flushes = [];
    if (isLittle(due)) {
      for (const { descriptors, resolve } of flushing) resolve(flushHere(descriptors));
      for (const { file, sync, resolve } of due) resolve(makeHere(file, sync));
      return;
    }
    for (const [n, share] of split(due).entries()) runThere(share, n === 0 ? flushing : []);
  };

  const soon = (): void => {
    if (jobs.length + flushes.length === 1) setImmediate(dispatch);
  };

  return {
    make: (file, sync) =>
      new Promise((resolve) => {
        jobs.push({ file, sync, resolve });
        soon();
      }),
    flush: (descriptors) =>
      new Promise((resolve) => {
        flushes.push({ descriptors, resolve });
        soon();
      }),
    close(descriptors) {
      if (descriptors.length < filesMin) for (const each of descriptors) close(each, () => {});
      else closing = Promise.all([closing, pool.run({ kind: 'close', descriptors })]);
    },
    async end() {
      await closing;
      await pool.close(new Error('The vault is closed.'));
    },
  };
}

async function makeHere(file: NewFile, sync: boolean): Promise<Stat> {
  const { stat, descriptor } = makeFile(file);
  try {
    if (sync) await fsyncSoon(descriptor);
    return stat;
  } finally {
    closeSync(descriptor);
  }
}

async function flushHere(descriptors: readonly number[]): Promise<void> {
  await Promise.all(descriptors.map((descriptor) => fdatasyncSoon(descriptor)));
}

function isLittle(jobs: readonly Job[]): boolean {
  if (jobs.length >= filesMin) return false;
  return jobs.reduce((sum, { file }) => sum + file.bytes.length, 0) < bytesMin;
}

/** Even shares for the threads, none too large for one message. */
function split(jobs: readonly Job[]): Job[][] {
  const even = Math.ceil(jobs.length / threadsMax);
  const countMax = Math.min(shareMax, Math.max(shareMin, even));
  const shares: Job[][] = [];
  let share: Job[] = [];
  let size = 0;
  for (const job of jobs) {
    const full = share.length === countMax || size + job.file.bytes.length > shareBytesMax;
    if (share.length === 0 || full) {
      share = [];
      size = 0;
      shares.push(share);
    }
    share.push(job);
    size += job.file.bytes.length;
  }
  return shares;
}

function pack(share: readonly Job[], flush: readonly number[]): DiskRequest & { kind: 'make' } {
  let end = 0;
  const files = share.map(({ file: { bytes, ...file }, sync }) => {
    end += bytes.length;
    return { ...file, sync, end };
  });
  const all = new Uint8Array(end);
  for (const [n, { file }] of share.entries()) {
    all.set(file.bytes, (files[n]?.end ?? 0) - file.bytes.length);
  }
  return { kind: 'make', flush, files, bytes: all };
}

function statOf(made: Made = {}): Stat {
  throwIfFailed(made);
  if (made.stat === undefined) throw new Error('The thread did not answer.');
  return made.stat;
}

function throwIfFailed({ failure }: Made): void {
  if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
}
