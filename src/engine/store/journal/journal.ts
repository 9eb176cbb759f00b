import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { limits } from '../../../contract/limits.ts';
import { gather } from '../../../kit/gather.ts';
import { createTurns } from '../../../kit/turns.ts';
import { hashOf } from '../vault/hash.ts';
import { isMarkAlive, newTemporaryName, processMark } from '../vault/temporary.ts';
import { createCommitLock } from './commit-lock.ts';
import { isPruneDue, largeBytes, pruneSegments, type Retention } from './prune.ts';
import { type EndRecord, type Head, type JournalRecord, type Step, toStep } from './record.ts';
import { type Entry, openSegment, type Segment } from './segment.ts';
import { listSegments, segmentFile } from './segment-files.ts';
import { keepSkimmed, readSkimmed } from './skimmed.ts';

export interface JournalOptions {
  readonly folder: string;
  /** `rename` survives a crash of the process; `fsync` survives a loss of power too. */
  readonly durability: 'fsync' | 'rename';
  readonly retention: Retention;
  readonly now: () => number;
  readonly segmentBytesMax?: number;
  /** After so many heads a start keeps what they said. */
  readonly headsUnkeptMax?: number;
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
  turn<T>(job: () => T): Promise<T>;
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

/** What is known of a segment without reading it. */
interface Facts {
  readonly steps: number;
  /** When its first step began. */
  readonly beganAt: number;
}

/** History is removed by whole segments, so each spans a small part of the time that it is kept. */
const segmentsPerAge = 12;

export function openJournal(options: JournalOptions): Journal {
  const { folder, durability, retention, now } = options;
  const { segmentBytesMax = limits.journalSegmentBytesMax } = options;
  const { headsUnkeptMax = limits.journalHeadsUnkeptMax } = options;
  mkdirSync(`${folder}/large`, { recursive: true, mode: 0o700 });
  const lock = createCommitLock(`${folder}/lock`);
  const owner = processMark();
  const owners = new Map<string, string>();
  const steps = new Map<string, Step>();
  const idsOf = new Map<Segment, string[]>();
  const factsOf = new Map<Segment, Facts>();
  const segments: Segment[] = [];
  const unsynced = new Set<Segment>();
  let folderUnsynced = false;
  let damaged = 0;

  /** The past may be long. Until somebody asks for it, only heads are read: which steps are open. */
  let isRead = false;
  let headsSkimmed = 0;

  const note = (segment: Segment, head: Head): void => {
    if (head.t === 'begin') {
      owners.set(head.id, head.owner);
      const { steps = 0, beganAt = head.at } = factsOf.get(segment) ?? {};
      factsOf.set(segment, { steps: steps + 1, beganAt });
    } else owners.delete(head.id);
  };

  const ingest = (segment: Segment, record: JournalRecord): void => {
    note(segment, record);
    if (!isRead) return;
    if (record.t === 'begin') {
      steps.set(record.id, toStep(record));
      idsOf.get(segment)?.push(record.id);
      return;
    }
    const step = steps.get(record.id);
    if (step !== undefined) steps.set(record.id, { ...step, outcome: record.t });
  };

  const readNew = (segment: Segment): void => {
    if (isRead) {
      const found = segment.readNew();
      damaged += found.damaged;
      for (const record of found.records) ingest(segment, record);
    } else {
      const found = segment.skimNew();
      damaged += found.damaged;
      headsSkimmed += found.heads.length;
      for (const head of found.heads) note(segment, head);
    }
  };

  const open = (number: number, from?: number | 'end'): Segment => {
    const segment = openSegment(folder, number, from);
    segments.push(segment);
    idsOf.set(segment, []);
    folderUnsynced = true;
    return segment;
  };

  const add = (number: number): Segment => {
    const segment = open(number);
    readNew(segment);
    return segment;
  };

  /** Learns all that other processes did, pruning included. */
  const catchUp = (): void => {
    const present = listSegments(folder);
    for (const segment of segments.filter(({ number }) => !present.includes(number))) {
      for (const id of idsOf.get(segment) ?? []) steps.delete(id);
      idsOf.delete(segment);
      factsOf.delete(segment);
      segments.splice(segments.indexOf(segment), 1);
      unsynced.delete(segment);
      segment.close();
    }
    const newest = segments.at(-1);
    if (newest !== undefined) readNew(newest);
    for (const number of present) if (number > (newest?.number ?? 0)) add(number);
  };

  /** The first time: an earlier start has kept what it learned of most of it. */
  const start = (): void => {
    const skimmed = readSkimmed(folder, listSegments(folder));
    for (const [number, steps, beganAt] of skimmed?.segments ?? []) {
      const segment = open(number, number === skimmed?.segment ? skimmed.bytes : 'end');
      if (beganAt !== undefined) factsOf.set(segment, { steps, beganAt });
    }
    for (const [id, by] of skimmed?.open ?? []) owners.set(id, by);
    damaged = skimmed?.damaged ?? 0;
    catchUp();
    const newest = segments.at(-1);
    if (headsSkimmed <= headsUnkeptMax || newest === undefined) return;
    keepSkimmed(folder, {
      segment: newest.number,
      bytes: newest.end,
      segments: segments.map((each) => {
        const facts = factsOf.get(each);
        return facts === undefined ? [each.number, 0] : [each.number, facts.steps, facts.beganAt];
      }),
      open: [...owners],
      damaged,
    });
  };

  /** The same of everything that was ever done. */
  const readAll = (): void => {
    if (!isRead) {
      isRead = true;
      damaged = 0;
      owners.clear();
      factsOf.clear();
      for (const segment of segments) readNew(segment);
    }
    catchUp();
  };

  /** The newest segment, whoever made it. Cheap, since it runs for every step. Only under the lock. */
  const last = (): Segment => {
    let newest = segments.at(-1) ?? add(1);
    readNew(newest);
    while (existsSync(segmentFile(folder, newest.number + 1, 'steps'))) {
      newest = add(newest.number + 1);
    }
    return newest;
  };

  const turn = createTurns((run) => lock.hold(run));

  /** Steps that begin or end in one turn go to disk in one write. */
  const record = gather<Entry>((take) => turn(() => writeAll(take())));

  const writeAll = (entries: readonly Entry[]): void => {
    const begins = entries.some((entry) => entry.record.t === 'begin');
    const segment = begins ? current() : last();
    for (const each of segment.write(entries)) ingest(segment, each);
    unsynced.add(segment);
  };

  /** New steps go to a new segment once the last one is full, or so old that it could be pruned by parts. */
  const current = (): Segment => {
    const newest = last();
    const ageMs = now() - (factsOf.get(newest)?.beganAt ?? now());
    const isFull = newest.packBytes() >= segmentBytesMax;
    return isFull || ageMs > retention.ageMsMax / segmentsPerAge ? add(newest.number + 1) : newest;
  };

  const findContent = (hash: string): Buffer | undefined => {
    for (const segment of segments) {
      const place = segment.blobs.get(hash);
      const bytes = place && segment.read(place);
      if (bytes !== undefined && hashOf(bytes) === hash) return bytes;
    }
    const large = `${folder}/large/${hash}`;
    const bytes = existsSync(large) ? readFileSync(large) : undefined;
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
  };

  const flushing = new Set<Promise<void>>();
  const flushNow = async (): Promise<void> => {
    const due = [...unsynced];
    unsynced.clear();
    await Promise.all(due.map((segment) => segment.sync()));
    if (!folderUnsynced) return;
    folderUnsynced = false;
    for (const each of [folder, `${folder}/large`]) syncFolderNow(each);
  };
  /** What is written by now is covered by this flush, or by one that is under way. */
  const flush = async (): Promise<void> => {
    if (durability === 'rename') return;
    if (unsynced.size > 0 || folderUnsynced) {
      const own = flushNow();
      flushing.add(own);
      own.catch(() => {}).finally(() => flushing.delete(own));
    }
    await Promise.all(flushing);
  };

  lock.hold(start);
  return {
    turn,
    begin: (step, contents) =>
      record({ record: { t: 'begin', owner, ...step, blobs: {} }, contents }),
    keepLarge(hash, systemPath) {
      const target = `${folder}/large/${hash}`;
      if (existsSync(target)) return;
      folderUnsynced = true;
      try {
        linkSync(systemPath, target);
      } catch {
        const partial = `${folder}/large/${newTemporaryName()}`;
        copyFileSync(systemPath, partial, constants.COPYFILE_FICLONE);
        renameSync(partial, target);
      }
    },
    end: (id, outcome, problems = []) => {
      const end = { t: outcome, id, ...(problems.length > 0 && { problems }) };
      return record({ record: end, contents: new Map() });
    },
    flush,
    steps() {
      lock.hold(readAll);
      return [...steps.values()];
    },
    find(id) {
      if (!steps.has(id)) lock.hold(readAll);
      return steps.get(id);
    },
    read(hash) {
      const found = findContent(hash);
      if (found !== undefined) return found;
      lock.hold(readAll);
      return findContent(hash);
    },
    abandoned: () =>
      lock.hold(() => {
        catchUp();
        const isAbandoned = ([, by]: readonly [string, string]) => !isMarkAlive(by);
        if (![...owners].some(isAbandoned)) return [];
        readAll();
        return [...owners].filter(isAbandoned).flatMap(([id]) => steps.get(id) ?? []);
      }),
    prune: () =>
      lock.hold(() => {
        catchUp();
        if (!isPruneDue({ folder, segments, retention, now: now() })) return 0;
        readAll();
        const stepsOf = (segment: Segment) => idsOf.get(segment) ?? [];
        const removed = pruneSegments({ folder, segments, steps, stepsOf, retention, now: now() });
        catchUp();
        return removed;
      }),
    status: () => ({
      steps: [...factsOf.values()].reduce((sum, { steps }) => sum + steps, 0),
      bytes: segments.reduce((sum, segment) => sum + segment.packBytes(), largeBytes(folder)),
      segments: segments.length,
      damaged,
    }),
    close() {
      for (const segment of segments.splice(0)) segment.close();
    },
  };
}

function syncFolderNow(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
