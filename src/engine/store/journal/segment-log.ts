import { existsSync } from 'node:fs';
import { limits } from '../../../contract/limits.ts';
import { readCheckpoint, type SegmentFacts, saveCheckpoint } from './checkpoint.ts';
import type { FlushQueue } from './flush.ts';
import { type JournalRecord, type Step, toStep } from './record.ts';
import { JournalSegment, type SegmentEntry } from './segment.ts';
import { listSegments, segmentFile } from './segment-files.ts';

/** How much history is kept. Whatever is over either bound goes, oldest first. */
export interface Retention {
  readonly ageMsMax: number;
  readonly bytesMax: number;
}

export interface SegmentLogOptions {
  readonly folder: string;
  readonly retention: Retention;
  readonly now: () => number;
  readonly segmentBytesMax: number;
  /** How many records are written between two checkpoints. */
  readonly checkpointRecords: number;
  readonly unflushed: FlushQueue;
}

/**
 * The records of all segments, as far as they have been read. Other processes write to the same
 * segments, so every method is called under the lock.
 */
export class SegmentLog {
  readonly #options: SegmentLogOptions;
  readonly segments: JournalSegment[] = [];
  /** Steps that have begun and not ended, with the process that began each. */
  readonly owners = new Map<string, string>();
  /** Every step, once the past has been read. */
  readonly steps = new Map<string, Step>();
  readonly #idsOf = new Map<JournalSegment, string[]>();
  readonly #factsOf = new Map<JournalSegment, SegmentFacts>();
  /** The past may be long. Until it is asked for, only what came after the checkpoint is read. */
  #isRead = false;
  #recordsSinceCheckpoint = 0;
  damaged = 0;

  constructor(options: SegmentLogOptions) {
    this.#options = options;
  }

  /** Opens all segments, and reads what came after the checkpoint. */
  start(): void {
    const { folder } = this.#options;
    const checkpoint = readCheckpoint(folder, listSegments(folder));
    for (const [number, facts] of checkpoint?.segments ?? []) {
      const segment = this.#open(number, number === checkpoint?.segment ? checkpoint.bytes : 'end');
      if (facts !== undefined) this.#factsOf.set(segment, facts);
    }
    for (const [id, by] of checkpoint?.open ?? []) this.owners.set(id, by);
    this.damaged = checkpoint?.damaged ?? 0;
    this.catchUp();
    this.#saveCheckpointIfDue();
  }

  /** Reads what other processes wrote or pruned since. */
  catchUp(): void {
    const present = listSegments(this.#options.folder);
    for (const segment of this.segments.filter(({ number }) => !present.includes(number))) {
      this.#remove(segment);
    }
    const newest = this.segments.at(-1);
    if (newest !== undefined) this.#ingest(newest, newest.readNew());
    for (const number of present) if (number > (newest?.number ?? 0)) this.#add(number);
  }

  /** The same of everything that was ever done. */
  readAll(): void {
    if (!this.#isRead) {
      this.#isRead = true;
      this.damaged = 0;
      this.owners.clear();
      this.#factsOf.clear();
      for (const segment of this.segments) this.#ingest(segment, segment.readAll());
    }
    this.catchUp();
  }

  write(entries: readonly SegmentEntry[]): void {
    const begins = entries.some((entry) => entry.record.t === 'begin');
    const segment = begins ? this.#segmentForNewSteps() : this.#last();
    this.#ingest(segment, { records: segment.write(entries), damaged: 0 });
    this.#options.unflushed.addSegment(segment);
    this.#saveCheckpointIfDue();
  }

  /** The content with this hash, if a segment has it undamaged. */
  findContent(hash: string): Buffer | undefined {
    for (const segment of this.segments) {
      const bytes = segment.findContent(hash);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  }

  stepsOf(segment: JournalSegment): readonly string[] {
    return this.#idsOf.get(segment) ?? [];
  }

  /** When the last step of a segment began. */
  lastAt(segment: JournalSegment): number {
    return this.#factsOf.get(segment)?.lastAt ?? Number.NEGATIVE_INFINITY;
  }

  countSteps(): number {
    return [...this.#factsOf.values()].reduce((sum, { steps }) => sum + steps, 0);
  }

  close(): void {
    for (const segment of this.segments.splice(0)) segment.close();
  }

  /** New steps go to a new segment once the last one is full, or so old that it could be pruned by parts. */
  #segmentForNewSteps(): JournalSegment {
    const { now, retention, segmentBytesMax } = this.#options;
    const newest = this.#last();
    const ageMs = now() - (this.#factsOf.get(newest)?.firstAt ?? now());
    const isFull = newest.packBytes() >= segmentBytesMax;
    const isOld = ageMs > retention.ageMsMax / limits.journalSegmentsPerAge;
    return isFull || isOld ? this.#add(newest.number + 1) : newest;
  }

  /** The newest segment, whichever process made it. Cheap, since it runs for every step. */
  #last(): JournalSegment {
    let newest = this.segments.at(-1) ?? this.#add(1);
    this.#ingest(newest, newest.readNew());
    while (existsSync(segmentFile(this.#options.folder, newest.number + 1, 'steps'))) {
      newest = this.#add(newest.number + 1);
    }
    return newest;
  }

  #add(number: number): JournalSegment {
    const segment = this.#open(number);
    this.#ingest(segment, segment.readNew());
    return segment;
  }

  #open(number: number, from?: number | 'end'): JournalSegment {
    const segment = new JournalSegment(this.#options.folder, number, from);
    this.segments.push(segment);
    this.#idsOf.set(segment, []);
    this.#options.unflushed.addName();
    return segment;
  }

  #remove(segment: JournalSegment): void {
    for (const id of this.stepsOf(segment)) this.steps.delete(id);
    this.#idsOf.delete(segment);
    this.#factsOf.delete(segment);
    this.segments.splice(this.segments.indexOf(segment), 1);
    this.#options.unflushed.forget(segment);
    segment.close();
  }

  #ingest(segment: JournalSegment, read: ReturnType<JournalSegment['readNew']>): void {
    this.damaged += read.damaged;
    this.#recordsSinceCheckpoint += read.records.length;
    for (const record of read.records) this.#ingestRecord(segment, record);
  }

  #ingestRecord(segment: JournalSegment, record: JournalRecord): void {
    const { id } = record;
    if (record.t === 'begin') {
      const { steps, firstAt, lastAt } = this.#factsOf.get(segment) ?? {
        steps: 0,
        firstAt: record.at,
        lastAt: record.at,
      };
      const facts = { steps: steps + 1, firstAt, lastAt: Math.max(lastAt, record.at) };
      this.#factsOf.set(segment, facts);
      this.owners.set(id, record.owner);
      if (!this.#isRead) return;
      this.steps.set(id, toStep(record));
      this.#idsOf.get(segment)?.push(id);
    } else {
      this.owners.delete(id);
      const step = this.steps.get(id);
      if (step !== undefined) this.steps.set(id, { ...step, outcome: record.t });
    }
  }

  #saveCheckpointIfDue(): void {
    const newest = this.segments.at(-1);
    if (newest === undefined) return;
    if (this.#recordsSinceCheckpoint <= this.#options.checkpointRecords) return;
    this.#recordsSinceCheckpoint = 0;
    saveCheckpoint(this.#options.folder, {
      segment: newest.number,
      bytes: newest.end,
      segments: this.segments.map((each) => {
        const facts = this.#factsOf.get(each);
        return facts === undefined ? [each.number] : [each.number, facts];
      }),
      open: [...this.owners],
      damaged: this.damaged,
    });
  }
}
