import { isUtf8 } from 'node:buffer';
import { limits } from '../../contract/limits.ts';
import type { TextArena } from '../search/text-arena.ts';
import { type IndexStat, toFileStat } from './file-entry.ts';
import { type FileSummary, packFiles } from './packed-files.ts';
import { summarize } from './summary.ts';

/** Reads a file of the vault. Throws when it is not there or may not be read. */
export type ReadFile = (path: string) => { readonly bytes: Buffer; readonly stat: IndexStat };

/** What a thread is asked for. */
export interface BatchRequest {
  readonly root: string;
  readonly paths: readonly string[];
}

/** Some files: what they say, and their texts one after the other, in shared memory. */
export interface Batch {
  readonly packed: Uint8Array;
  readonly texts: Uint8Array;
  /** Where the text of each file ends. None when there are no texts. */
  readonly ends: Uint32Array;
}

/** Reads and summarises files. Those that cannot be read are left out. */
export function readBatch(paths: readonly string[], read: ReadFile, arena: TextArena): Batch {
  const files: FileSummary[] = [];
  const texts: Buffer[] = [];
  const ends = new Uint32Array(paths.length);
  let end = 0;
  for (const path of paths) {
    const content = tryRead(path, read);
    if (content === undefined) continue;
    const { bytes, stat } = content;
    end += bytes.length;
    ends[files.length] = end;
    texts.push(bytes);
    files.push({ path, stat: toFileStat(stat), summary: summarizeBytes(path, bytes) });
  }
  return {
    packed: packFiles(files),
    texts: arena.add(...texts),
    ends: ends.slice(0, files.length),
  };
}

/** Text that is not UTF-8, or too long, is a file and no note. */
export function summarizeBytes(path: string, bytes: Buffer) {
  if (bytes.length > limits.noteBytesMax || !isUtf8(bytes)) return undefined;
  return summarize(path, bytes.toString('utf8'));
}

function tryRead(path: string, read: ReadFile) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
