import { existsSync } from 'node:fs';
import { limits } from '../../../contract/limits.ts';
import { hashOf } from '../vault/hash.ts';
import type { FlushQueue } from './flush.ts';
import type { Retention } from './prune.ts';
import { type Head, type JournalRecord, type Step, toStep } from './record.ts';
import { type JournalSegment, openJournalSegment, type SegmentEntry } from './segment.ts';
import { listSegments, segmentFile } from './segment-files.ts';
import { keepSkimmed, readSkimmed } from './skimmed.ts';

/** What is known of a segment without reading it. */
interface Facts {
  readonly steps: number;
  /** When its first step began. */
  readonly beganAt: number;
}

export interface SegmentLogOptions {
  readonly folder: string;
  readonly retention: Retention;
  readonly now: () => number;
  readonly segmentBytesMax: number;
  /** After so many heads a start keeps what they said. */
  readonly headsUnkeptMax: number;
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
  readonly #factsOf = new Map<JournalSegment, Facts>();
  /** The past may be long. Until it is asked for, only heads are read: which steps are open. */
  #isRead = false;
  #headsSkimmed = 0;
  damaged = 0;

  constructor(options: SegmentLogOptions) {
    this.#options = options;
  }

  /** The first time: an earlier start has kept what it learned of most of it. */
  start(): void {
    const { folder } = this.#options;
    const skimmed = readSkimmed(folder, listSegments(folder));
    for (const [number, steps, beganAt] of skimmed?.segments ?? []) {
      const segment = this.#open(number, number === skimmed?.segment ? skimmed.bytes : 'end');
      if (beganAt !== undefined) this.#factsOf.set(segment, { steps, beganAt });
    }
    for (const [id, by] of skimmed?.open ?? []) this.owners.set(id, by);
    this.damaged = skimmed?.damaged ?? 0;
    this.catchUp();
    if (this.#headsSkimmed > this.#options.headsUnkeptMax) this.#keepSkimmed();
  }

  /** Learns all that other processes did, pruning included. */
  catchUp(): void {
    const present = listSegments(this.#options.folder);
    for (const segment of this.segments.filter(({ number }) => !present.includes(number))) {
      this.#remove(segment);
    }
    const newest = this.segments.at(-1);
    if (newest !== undefined) this.#readNew(newest);
    for (const number of present) if (number > (newest?.number ?? 0)) this.#add(number);
  }

  /** The same of everything that was ever done. */
  readAll(): void {
    if (!this.#isRead) {
      this.#isRead = true;
      this.damaged = 0;
      this.owners.clear();
      this.#factsOf.clear();
      for (const segment of this.segments) this.#readNew(segment);
    }
    this.catchUp();
  }

  write(entries: readonly SegmentEntry[]): void {
    const begins = entries.some((entry) => entry.record.t === 'begin');
    const segment = begins ? this.#segmentForNewSteps() : this.#last();
    for (const each of segment.write(entries)) this.#ingest(segment, each);
    this.#options.unflushed.addSegment(segment);
  }

  /** The content with this hash, if a segment has it undamaged. */
  findContent(hash: string): Buffer | undefined {
    for (const segment of this.segments) {
      const place = segment.blobs.get(hash);
      const bytes = place && segment.read(place);
      if (bytes !== undefined && hashOf(bytes) === hash) return bytes;
    }
    return undefined;
  }

  stepsOf(segment: JournalSegment): readonly string[] {
    return this.#idsOf.get(segment) ?? [];
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
    const ageMs = now() - (this.#factsOf.get(newest)?.beganAt ?? now());
    const isFull = newest.packBytes() >= segmentBytesMax;
    const isOld = ageMs > retention.ageMsMax / limits.journalSegmentsPerAge;
    return isFull || isOld ? this.#add(newest.number + 1) : newest;
  }

  /** The newest segment, whichever process made it. Cheap, since it runs for every step. */
  #last(): JournalSegment {
    let newest = this.segments.at(-1) ?? this.#add(1);
    this.#readNew(newest);
    while (existsSync(segmentFile(this.#options.folder, newest.number + 1, 'steps'))) {
      newest = this.#add(newest.number + 1);
    }
    return newest;
  }

  #add(number: number): JournalSegment {
    const segment = this.#open(number);
    this.#readNew(segment);
    return segment;
  }

  #open(number: number, from?: number | 'end'): JournalSegment {
    const segment = openJournalSegment(this.#options.folder, number, from);
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

  #readNew(segment: JournalSegment): void {
    if (this.#isRead) {
      const found = segment.readNew();
      this.damaged += found.damaged;
      for (const record of found.records) this.#ingest(segment, record);
    } else {
      const found = segment.skimNew();
      this.damaged += found.damaged;
      this.#headsSkimmed += found.heads.length;
      for (const head of found.heads) this.#noteHead(segment, head);
    }
  }

  #ingest(segment: JournalSegment, record: JournalRecord): void {
    this.#noteHead(segment, record);
    if (!this.#isRead) return;
    if (record.t === 'begin') {
      this.steps.set(record.id, toStep(record));
      this.#idsOf.get(segment)?.push(record.id);
      return;
    }
    const step = this.steps.get(record.id);
    if (step !== undefined) this.steps.set(record.id, { ...step, outcome: record.t });
  }

  #noteHead(segment: JournalSegment, head: Head): void {
    if (head.t !== 'begin') {
      this.owners.delete(head.id);
      return;
    }
    this.owners.set(head.id, head.owner);
    const { steps = 0, beganAt = head.at } = this.#factsOf.get(segment) ?? {};
    this.#factsOf.set(segment, { steps: steps + 1, beganAt });
  }

  #keepSkimmed(): void {
    const newest = this.segments.at(-1);
    if (newest === undefined) return;
    keepSkimmed(this.#options.folder, {
      segment: newest.number,
      bytes: newest.end,
      segments: this.segments.map((each) => {
        const facts = this.#factsOf.get(each);
        return facts === undefined ? [each.number, 0] : [each.number, facts.steps, facts.beganAt];
      }),
      open: [...this.owners],
      damaged: this.damaged,
    });
  }
}
