import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { decodeLine, encodeLine } from './record.ts';
import { segmentFile } from './segment-files.ts';

/** How far the heads of a journal were read once, and what they said: the next start goes on from there. */
export interface Skimmed {
  /** The newest segment, and how many bytes of its steps were read. */
  readonly segment: number;
  readonly bytes: number;
  /** Each segment: how many steps it has, and when the first of them began. */
  readonly segments: readonly (readonly [number: number, steps: number, beganAt?: number])[];
  /** Steps that were open, with who does them. */
  readonly open: readonly (readonly [id: string, owner: string])[];
  /** Records that could not be read. */
  readonly damaged: number;
}

interface Kept extends Skimmed {
  /** Of the last bytes that were read, to know the segment again. */
  readonly sum: number;
}

/** So many bytes are enough to know a segment again: no two steps have the same id. */
const knownBytes = 512;

/** Undefined when nothing was kept, or when these are not the segments it was about. */
export function readSkimmed(folder: string, present: readonly number[]): Skimmed | undefined {
  const kept = readKept(folder);
  if (kept === undefined || !present.includes(kept.segment)) return undefined;
  const known = new Set(kept.segments.map(([number]) => number));
  const isUnknown = (number: number) => number <= kept.segment && !known.has(number);
  if (present.some(isUnknown) || sumOf(folder, kept) !== kept.sum) return undefined;
  return { ...kept, segments: kept.segments.filter(([number]) => present.includes(number)) };
}

/** Only under the commit lock. Without it the next start takes longer, so a full disk is no failure. */
export function keepSkimmed(folder: string, skimmed: Skimmed): void {
  const kept: Kept = { ...skimmed, sum: sumOf(folder, skimmed) };
  try {
    writeFileSync(fileIn(folder), encodeLine(kept), { mode: 0o600 });
  } catch {
    // A part of it is no line that can be read, and counts as nothing.
  }
}

function readKept(folder: string): Kept | undefined {
  try {
    return decodeLine(readFileSync(fileIn(folder), 'utf8').trimEnd()) as Kept | undefined;
  } catch {
    return undefined;
  }
}

/** What a shorter segment lacks counts as zeros, which no record has. */
function sumOf(folder: string, { segment, bytes }: Skimmed): number {
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
  return `${folder}/skimmed`;
}
