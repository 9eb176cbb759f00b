import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeRecord, encodeRecord, type JournalRecord, type Place } from './record.ts';

const sync = promisify(fdatasync);
const openFlags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;

/** Below this, a deflated blob is not worth its cost. */
const deflateBytesMin = 128;

/**
 * Two files that belong together: `N.steps` has one line per record, `N.pack` the contents they
 * speak of. A segment needs no other one, so history is pruned by removing whole segments.
 */
export interface Segment {
  readonly number: number;
  /** Contents that this segment holds, by hash. */
  readonly blobs: ReadonlyMap<string, Place>;
  /** Reads records that were appended since the last call, by us or by another process. */
  readNew(): { records: JournalRecord[]; damaged: number };
  /** All or nothing. Only under the commit lock. */
  append(record: JournalRecord): void;
  /** Compresses and writes a content; its place counts once a record names it. Only under the lock. */
  store(bytes: Buffer): Place;
  read(place: Place): Buffer;
  packBytes(): number;
  sync(): Promise<void>;
  close(): void;
}

export function listSegments(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d{6}\.steps$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}

export function segmentFile(folder: string, number: number, ending: 'steps' | 'pack'): string {
  return `${folder}/${String(number).padStart(6, '0')}.${ending}`;
}

export function openSegment(folder: string, number: number): Segment {
  const steps = openSync(segmentFile(folder, number, 'steps'), openFlags, 0o600);
  const pack = openSync(segmentFile(folder, number, 'pack'), openFlags, 0o600);
  const blobs = new Map<string, Place>();
  let known = 0;

  return {
    number,
    blobs,
    readNew() {
      const { records, damaged, end } = readRecords(steps, known);
      known = end;
      for (const record of records) {
        if (record.t !== 'begin') continue;
        for (const [hash, place] of Object.entries(record.blobs)) blobs.set(hash, place);
      }
      return { records, damaged };
    },
    append(record) {
      // Under the lock nobody else writes: whatever lies past the last whole record is torn.
      if (sizeOf(steps) > known) ftruncateSync(steps, known);
      known += writeWhole(steps, known, Buffer.from(encodeRecord(record)));
      if (record.t === 'begin') {
        for (const [hash, place] of Object.entries(record.blobs)) blobs.set(hash, place);
      }
    },
    store(bytes) {
      const deflated = bytes.length < deflateBytesMin ? bytes : deflateRawSync(bytes, { level: 1 });
      const stored = deflated.length < bytes.length ? deflated : bytes;
      const offset = sizeOf(pack);
      writeWhole(pack, offset, stored);
      return [offset, stored.length, bytes.length];
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
function readRecords(descriptor: number, from: number) {
  const size = sizeOf(descriptor);
  const bytes = Buffer.allocUnsafe(Math.max(0, size - from));
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

/** A write that runs out of space leaves nothing behind. */
function writeWhole(descriptor: number, offset: number, bytes: Buffer): number {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    return bytes.length;
  } catch (thrown) {
    ftruncateSync(descriptor, offset);
    throw thrown;
  }
}

function sizeOf(descriptor: number): number {
  return fstatSync(descriptor).size;
}
