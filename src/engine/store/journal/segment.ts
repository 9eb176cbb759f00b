import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { deflate, inflate } from '../deflate.ts';
import { hashOf } from '../vault/hash.ts';
import { decodeRecord, encodeRecord, type JournalRecord, type PackPlace } from './record.ts';
import { segmentFile } from './segment-files.ts';

const syncData = promisify(fdatasync);
const openFlags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;

/** A record on its way to disk, with the contents that its states name. */
export interface SegmentEntry {
  readonly record: JournalRecord;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/**
 * Two files that belong together: `N.steps` has one line per record, `N.pack` the contents they
 * speak of. A segment needs no other one, so history is pruned by removing whole segments.
 */
export class JournalSegment {
  readonly number: number;
  readonly #steps: number;
  readonly #pack: number;
  /** Contents of this segment, as far as its records have been read, by hash. */
  readonly #blobs = new Map<string, PackPlace>();
  #end: number;

  /** Records are read from `from` on. */
  constructor(folder: string, number: number, from: number | 'end' = 0) {
    this.number = number;
    this.#steps = openSync(segmentFile(folder, number, 'steps'), openFlags, 0o600);
    this.#pack = openSync(segmentFile(folder, number, 'pack'), openFlags, 0o600);
    this.#end = from === 'end' ? sizeOf(this.#steps) : from;
  }

  /** The end of the last whole record that was read or written. */
  get end(): number {
    return this.#end;
  }

  /** Reads records that were appended since the last call, by this process or another. */
  readNew(): { records: JournalRecord[]; damaged: number } {
    const { records, damaged, end } = readRecords(this.#steps, this.#end);
    this.#end = end;
    this.#addBlobs(records);
    return { records, damaged };
  }

  /** Reads all records, whether they were read before or not. */
  readAll(): { records: JournalRecord[]; damaged: number } {
    this.#end = 0;
    return this.readNew();
  }

  /** Writes records with their contents, all or nothing. Only under the commit lock. */
  write(entries: readonly SegmentEntry[]): JournalRecord[] {
    const [pieces, packEnd] = [[] as Buffer[], this.packBytes()];
    let end = packEnd;
    const store = (bytes: Buffer): PackPlace => {
      const stored = deflate(bytes);
      const place = [end, stored.length, bytes.length] as const;
      pieces.push(stored);
      end += stored.length;
      return place;
    };
    const records = entries.map(({ record, contents }) => {
      if (record.t !== 'begin') return record;
      // Without a prototype it is a table: a shape of its own for every hash would cost more.
      const stored: Record<string, PackPlace> = Object.create(null);
      for (const [hash, bytes] of contents) {
        // Contents that are here already are not stored again.
        if (!this.#blobs.has(hash)) stored[hash] = store(bytes);
      }
      return { ...record, blobs: stored };
    });
    appendWhole(this.#pack, packEnd, Buffer.concat(pieces));
    // Under the lock no other process writes: what follows the last whole record is torn.
    if (sizeOf(this.#steps) > this.#end) ftruncateSync(this.#steps, this.#end);
    const lines = Buffer.from(records.map(encodeRecord).join(''));
    this.#end += appendWhole(this.#steps, this.#end, lines);
    this.#addBlobs(records);
    return records;
  }

  /** The content with this hash, if a record that was read names it and it is undamaged. */
  findContent(hash: string): Buffer | undefined {
    const place = this.#blobs.get(hash);
    if (place === undefined) return undefined;
    const [offset, stored, size] = place;
    const raw = Buffer.allocUnsafe(stored);
    readSync(this.#pack, raw, 0, stored, offset);
    const bytes = inflate(raw, size);
    return hashOf(bytes) === hash ? bytes : undefined;
  }

  packBytes(): number {
    return sizeOf(this.#pack);
  }

  /** Of both files. */
  bytes(): number {
    return sizeOf(this.#steps) + sizeOf(this.#pack);
  }

  /** Resolves when what was written is on disk. */
  async sync(): Promise<void> {
    await Promise.all([syncData(this.#steps), syncData(this.#pack)]);
  }

  close(): void {
    closeSync(this.#steps);
    closeSync(this.#pack);
  }

  #addBlobs(records: readonly JournalRecord[]): void {
    for (const record of records) {
      if (record.t !== 'begin') continue;
      for (const [hash, place] of Object.entries(record.blobs)) this.#blobs.set(hash, place);
    }
  }
}

/** Whole lines from `from` on. An unfinished last line is left for later; a damaged one is counted. */
function readRecords(descriptor: number, from: number) {
  const bytes = Buffer.allocUnsafe(Math.max(0, sizeOf(descriptor) - from));
  if (bytes.length > 0) readSync(descriptor, bytes, 0, bytes.length, from);
  const records: JournalRecord[] = [];
  let damaged = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const record = decodeRecord(bytes.toString('utf8', start, end));
    if (record === undefined) damaged++;
    else records.push(record);
    start = end + 1;
  }
  return { records, damaged, end: from + start };
}

/** A write that runs out of space leaves nothing behind. Returns how much was written. */
function appendWhole(descriptor: number, end: number, bytes: Buffer): number {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    return bytes.length;
  } catch (thrown) {
    ftruncateSync(descriptor, end);
    throw thrown;
  }
}

function sizeOf(descriptor: number): number {
  return fstatSync(descriptor).size;
}
