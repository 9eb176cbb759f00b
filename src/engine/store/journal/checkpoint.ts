import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { decodeLine, encodeLine } from './record.ts';
import { segmentFile } from './segment-files.ts';

/** A summary of the steps of a segment. */
export interface SegmentFacts {
  readonly steps: number;
  /** When the first of them began, and the last. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** What the records of a journal said up to a place, so that the next start goes on from there. */
export interface Checkpoint {
  /** The newest segment, and how many bytes of its steps were read. */
  readonly segment: number;
  readonly bytes: number;
  /** Every segment; those without steps have no facts. */
  readonly segments: readonly (readonly [number: number, facts?: SegmentFacts])[];
  /** Steps that were open, with the process that makes each. */
  readonly open: readonly (readonly [id: string, owner: string])[];
  /** Records that could not be read. */
  readonly damaged: number;
}

interface SavedCheckpoint extends Checkpoint {
  /** Of the last bytes that were read, to recognise the segment. */
  readonly sum: number;
}

/** This many bytes are enough to recognise a segment, because no two steps have the same id. */
const knownBytes = 512;

/** Undefined when there is none, or when these are not the segments it was about. */
export function readCheckpoint(folder: string, present: readonly number[]): Checkpoint | undefined {
  const saved = readSaved(folder);
  if (saved === undefined || !present.includes(saved.segment)) return undefined;
  const known = new Set(saved.segments.map(([number]) => number));
  const isUnknown = (number: number) => number <= saved.segment && !known.has(number);
  if (present.some(isUnknown) || sumOf(folder, saved) !== saved.sum) return undefined;
  return { ...saved, segments: saved.segments.filter(([number]) => present.includes(number)) };
}

/** Only under the commit lock. Without it the next start takes longer, so a full disk is no failure. */
export function saveCheckpoint(folder: string, checkpoint: Checkpoint): void {
  const saved: SavedCheckpoint = { ...checkpoint, sum: sumOf(folder, checkpoint) };
  try {
    writeFileSync(fileIn(folder), encodeLine(saved), { mode: 0o600 });
  } catch {
    // A part of it is no line that can be read, and counts as nothing.
  }
}

function readSaved(folder: string): SavedCheckpoint | undefined {
  try {
    return decodeLine(readFileSync(fileIn(folder), 'utf8').trimEnd()) as
      | SavedCheckpoint
      | undefined;
  } catch {
    return undefined;
  }
}

/** What a shorter segment lacks counts as zeros, which no record has. */
function sumOf(folder: string, { segment, bytes }: Checkpoint): number {
  const descriptor = openSync(segmentFile(folder, segment, 'steps'), 'r');
  try {
    const last = Buffer.alloc(Math.min(bytes, knownBytes));
    readSync(descriptor, last, 0, last.length, bytes - last.length);
    return crc32(last);
  } finally {
    closeSync(descriptor);
  }
}

function fileIn(folder: string): string {
  return `${folder}/checkpoint`;
}
