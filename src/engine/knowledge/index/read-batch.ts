import { isAscii, isUtf8 } from 'node:buffer';
import { limits } from '../../../contract/limits.ts';
import type { TextArena } from '../search/text/text-arena.ts';
import { type Summary, summarize } from './facts/summary.ts';
import type { FileStat, IndexStat } from './file-entry.ts';
import { type FileSummary, packFiles } from './snapshot/packed-files.ts';

/** Reads a file of the vault. Throws when it is not there or may not be read. */
export type ReadFile = (path: string) => { readonly bytes: Buffer; readonly stat: IndexStat };

/** Reads files of known sizes, one after the other. */
export interface KnownReader {
  /** Bytes that are valid until the next call; undefined when the file has another size by now. */
  read(path: string, size: number): Buffer | undefined;
  /** To be called before a pause. */
  rest(): void;
}

/** What a thread is asked for. */
export interface BatchRequest {
  readonly root: string;
  readonly paths: readonly string[];
  /** The stats of these files, as `packStats` makes them. */
  readonly stats: Float64Array;
  /** Whether somebody keeps the texts. */
  readonly withTexts: boolean;
}

/** Some files: what they say, and their texts one after the other, in shared memory. */
export interface Batch {
  readonly packed: Uint8Array;
  readonly texts: Uint8Array;
  /** Where the text of each file ends. */
  readonly ends: Uint32Array;
}

/** Reads and summarises files. Those that are not as they were, or cannot be read, are left out. */
export function readBatch(request: BatchRequest, known: KnownReader, arena: TextArena): Batch {
  const { paths, withTexts } = request;
  const stats = unpackStats(request.stats);
  const files: FileSummary[] = [];
  const texts = arena.take(withTexts ? stats.reduce((sum, { size }) => sum + size, 0) : 0);
  const ends = new Uint32Array(paths.length);
  let end = 0;
  for (const [at, path] of paths.entries()) {
    const stat = stats[at];
    const bytes = stat && tryRead(path, stat.size, known);
    if (stat === undefined || bytes === undefined) continue;
    if (withTexts) end += bytes.copy(texts, end);
    ends[files.length] = end;
    files.push({ path, stat, summary: summarizeBytes(path, bytes) });
  }
  known.rest();
  return {
    packed: packFiles(files),
    texts: texts.subarray(0, end),
    ends: ends.slice(0, files.length),
  };
}

/** What a file says; undefined when it is no text. */
export function summarizeBytes(path: string, bytes: Buffer): Summary | undefined {
  if (!isText(bytes)) return undefined;
  // Most texts are plain, and those are read several times faster.
  return summarize(path, bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
}

/** What is not UTF-8, or too long, is a file and no note. */
export function isText(bytes: Buffer): boolean {
  return bytes.length <= limits.noteBytesMax && (isAscii(bytes) || isUtf8(bytes));
}

const numbersEach = 5;

/** Stats on their way to a thread. */
export function packStats(stats: readonly FileStat[]): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(stats.length * numbersEach);
  stats.forEach(({ size, mtime, mtimeRestNs, birthtime, inode = 0 }, at) => {
    numbers.set([size, mtime, mtimeRestNs, birthtime, inode], at * numbersEach);
  });
  return numbers;
}

function unpackStats(numbers: Float64Array): FileStat[] {
  return Array.from({ length: numbers.length / numbersEach }, (_, at) => {
    const from = at * numbersEach;
    const [size = 0, mtime = 0, mtimeRestNs = 0, birthtime = 0, inode = 0] = numbers.subarray(
      from,
      from + numbersEach,
    );
    return { size, mtime, mtimeRestNs, birthtime, inode };
  });
}

function tryRead(path: string, size: number, known: KnownReader): Buffer | undefined {
  try {
    return size > limits.noteBytesMax ? undefined : known.read(path, size);
  } catch {
    return undefined;
  }
}
