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
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  decodeHead,
  decodeRecord,
  encodeRecord,
  type Head,
  type JournalRecord,
  type PackPlace,
} from './record.ts';
import { segmentFile } from './segment-files.ts';

const sync = promisify(fdatasync);
const openFlags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;

/** Below this, a deflated blob is not worth its cost. */
const deflateBytesMin = 128;

/** A record on its way to disk, with the contents that its states name. */
export interface SegmentEntry {
  readonly record: JournalRecord;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/**
 * Two files that belong together: `N.steps` has one line per record, `N.pack` the contents they
 * speak of. A segment needs no other one, so history is pruned by removing whole segments.
 */
export interface JournalSegment {
  readonly number: number;
  /** The end of the last whole record that is known. */
  readonly end: number;
  /** Contents that this segment holds, by hash. */
  readonly blobs: ReadonlyMap<string, PackPlace>;
  /** Reads the heads of what was appended since the last call, by another process or an earlier one. */
  skimNew(): { heads: Head[]; damaged: number };
  /**
   * Reads records that were appended since the last call, by us or by another process; at first all,
   * whether they were skimmed or not.
   */
  readNew(): { records: JournalRecord[]; damaged: number };
  /** Writes records with their contents, all or nothing. Only under the commit lock. */
  write(entries: readonly SegmentEntry[]): JournalRecord[];
  read(place: PackPlace): Buffer;
  packBytes(): number;
  /** Resolves when what was written is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Heads are skimmed from `from` on; what is before it was skimmed earlier. */
export function openJournalSegment(
  folder: string,
  number: number,
  from: number | 'end' = 0,
): JournalSegment {
  const steps = openSync(segmentFile(folder, number, 'steps'), openFlags, 0o600);
  const pack = openSync(segmentFile(folder, number, 'pack'), openFlags, 0o600);
  const blobs = new Map<string, PackPlace>();
  let known = from === 'end' ? sizeOf(steps) : from;
  /** The end of what was read, once something was. */
  let read: number | undefined;

  const learn = (records: readonly JournalRecord[]): void => {
    for (const record of records) {
      if (record.t !== 'begin') continue;
      for (const [hash, place] of Object.entries(record.blobs)) blobs.set(hash, place);
    }
  };

  return {
    number,
    blobs,
    get end() {
      return known;
    },
    skimNew() {
      const { found, damaged, end } = readLines(steps, known, decodeHead);
      known = end;
      return { heads: found, damaged };
    },
    readNew() {
      const decode = (line: Buffer) => decodeRecord(line.toString());
      const { found, damaged, end } = readLines(steps, read ?? 0, decode);
      known = end;
      read = end;
      learn(found);
      return { records: found, damaged };
    },
    write(entries) {
      const [pieces, packEnd] = [[] as Buffer[], sizeOf(pack)];
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
          if (!blobs.has(hash)) stored[hash] = store(bytes);
        }
        return { ...record, blobs: stored };
      });
      appendWhole(pack, packEnd, Buffer.concat(pieces));
      // Under the lock nobody else writes: whatever lies past the last whole record is torn.
      if (sizeOf(steps) > known) ftruncateSync(steps, known);
      known += appendWhole(steps, known, Buffer.from(records.map(encodeRecord).join('')));
      if (read !== undefined) read = known;
      learn(records);
      return records;
    },
    read([offset, stored, size]) {
      const bytes = Buffer.allocUnsafe(stored);
      readSync(pack, bytes, 0, stored, offset);
      return stored === size ? bytes : inflateRawSync(bytes);
    },
    packBytes: () => sizeOf(pack),
    async sync() {
      await Promise.all([sync(steps), sync(pack)]);
    },
    close() {
      closeSync(steps);
      closeSync(pack);
    },
  };
}

/** Whole lines from `from` on. An unfinished last line is left for later; a damaged one is counted. */
function readLines<T>(
  descriptor: number,
  from: number,
  decode: (line: Buffer) => T | undefined,
): { found: T[]; damaged: number; end: number } {
  const size = sizeOf(descriptor);
  const bytes = Buffer.allocUnsafe(Math.max(0, size - from));
  if (bytes.length > 0) readSync(descriptor, bytes, 0, bytes.length, from);
  const found: T[] = [];
  let damaged = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const each = decode(bytes.subarray(start, end));
    if (each === undefined) damaged++;
    else found.push(each);
    start = end + 1;
  }
  return { found, damaged, end: from + start };
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

/** What deflates well is kept so. A small content needs no large window, which costs memory to make. */
function deflate(bytes: Buffer): Buffer {
  if (bytes.length < deflateBytesMin) return bytes;
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length))));
  const memLevel = Math.min(8, Math.max(1, windowBits - 7));
  // What comes out is smaller than this, or not wanted: 16 KB of room for each would be made for nothing.
  const chunkSize = bytes.length;
  const deflated = deflateRawSync(bytes, { level: 1, windowBits, memLevel, chunkSize });
  return deflated.length < bytes.length ? deflated : bytes;
}

function sizeOf(descriptor: number): number {
  return fstatSync(descriptor).size;
}
