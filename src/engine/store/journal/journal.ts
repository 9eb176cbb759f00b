import { mkdirSync } from 'node:fs';
import { limits } from '../../../contract/limits.ts';
import { gather } from '../../../kit/gather.ts';
import { createJobBatch } from '../../../kit/job-batch.ts';
import { isMarkAlive, processMark } from '../vault/temporary.ts';
import { CommitLock } from './commit-lock.ts';
import { FlushQueue } from './flush.ts';
import { keepFile, keptFolder, readKeptFile } from './kept-files.ts';
import { isPruneDue, largeBytes, pruneSegments } from './prune.ts';
import type { EndRecord, Step } from './record.ts';
import type { SegmentEntry } from './segment.ts';
import { type Retention, SegmentLog } from './segment-log.ts';

export interface JournalOptions {
  readonly folder: string;
  /** `rename` survives a crash of the process; `fsync` survives a loss of power too. */
  readonly durability: 'fsync' | 'rename';
  readonly retention: Retention;
  readonly now: () => number;
  readonly segmentBytesMax?: number;
  /** How many records are written between two checkpoints. */
  readonly checkpointRecords?: number;
}

export type NewStep = Omit<Step, 'outcome'>;

export interface JournalStatus {
  readonly steps: number;
  readonly bytes: number;
  readonly segments: number;
  /** Records that could not be read. */
  readonly damaged: number;
}

/** What was there before, who changed it, and how to get it back. */
export interface Journal {
  /** Runs a job while no other process changes the vault. Jobs of one moment share the lock. */
  exclusively<T>(job: () => T): Promise<T>;
  /** Remembers what is about to be done. `contents` are bytes that the states of the step name. */
  begin(step: NewStep, contents: ReadonlyMap<string, Buffer>): Promise<void>;
  /** Keeps a large content as a file of its own: a link to the old inode where that is possible. */
  keepLarge(hash: string, systemPath: string): void;
  end(id: string, outcome: EndRecord['t'], problems?: readonly string[]): Promise<void>;
  /** Resolves when everything begun so far is on disk. Calls share their trips to the disk. */
  flush(): Promise<void>;
  /** In the order they were made, oldest first. */
  steps(): readonly Step[];
  find(id: string): Step | undefined;
  /** The content with this hash, if it is still kept and undamaged. */
  read(hash: string): Buffer | undefined;
  /** Steps that a dead process left open. */
  abandoned(): readonly Step[];
  /** How many segments were removed. */
  prune(): number;
  status(): JournalStatus;
  close(): void;
}

export function openJournal(options: JournalOptions): Journal {
  const { folder, durability, retention, now } = options;
  mkdirSync(keptFolder(folder), { recursive: true, mode: 0o700 });
  const lock = new CommitLock(`${folder}/lock`);
  const unflushed = new FlushQueue([folder, keptFolder(folder)]);
  const log = new SegmentLog({
    segmentBytesMax: limits.journalSegmentBytesMax,
    checkpointRecords: limits.journalCheckpointRecords,
    ...options,
    unflushed,
  });
  const owner = processMark();
  const exclusively = createJobBatch((run) => lock.hold(run));
  /** Steps that begin or end in one tick go to disk in one write. */
  const record = gather<SegmentEntry>((take) => exclusively(() => log.write(take())));
  const findContent = (hash: string) => log.findContent(hash) ?? readKeptFile(folder, hash);

  lock.hold(() => log.start());
  return {
    exclusively,
    begin: (step, contents) =>
      record({ record: { t: 'begin', owner, ...step, blobs: {} }, contents }),
    keepLarge(hash, systemPath) {
      if (keepFile(folder, hash, systemPath)) unflushed.addName();
    },
    end: (id, outcome, problems = []) => {
      const end = { t: outcome, id, ...(problems.length > 0 && { problems }) };
      return record({ record: end, contents: new Map() });
    },
    flush: async () => (durability === 'rename' ? undefined : unflushed.flush()),
    steps() {
      lock.hold(() => log.readAll());
      return [...log.steps.values()];
    },
    find(id) {
      if (!log.steps.has(id)) lock.hold(() => log.readAll());
      return log.steps.get(id);
    },
    read(hash) {
      const found = findContent(hash);
      if (found !== undefined) return found;
      lock.hold(() => log.readAll());
      return findContent(hash);
    },
    abandoned: () => lock.hold(() => findAbandoned(log)),
    prune: () => lock.hold(() => prune(log, { folder, retention, now: now() })),
    status: () => ({
      steps: log.countSteps(),
      bytes: log.segments.reduce((sum, segment) => sum + segment.packBytes(), largeBytes(folder)),
      segments: log.segments.length,
      damaged: log.damaged,
    }),
    close: () => log.close(),
  };
}

/** Steps that a process began which is no longer there to end them. */
function findAbandoned(log: SegmentLog): Step[] {
  log.catchUp();
  const isAbandoned = ([, by]: readonly [string, string]) => !isMarkAlive(by);
  if (![...log.owners].some(isAbandoned)) return [];
  log.readAll();
  return [...log.owners].filter(isAbandoned).flatMap(([id]) => log.steps.get(id) ?? []);
}

function prune(
  log: SegmentLog,
  bounds: { folder: string; retention: Retention; now: number },
): number {
  log.catchUp();
  if (!isPruneDue({ ...bounds, log })) return 0;
  log.readAll();
  const removed = pruneSegments({ ...bounds, log });
  log.catchUp();
  return removed;
}
