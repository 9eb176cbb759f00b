import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { entryType, flag, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

const walkEntry = z.object({ path: z.string(), type: entryType, mtime: unixMs, size: z.int() });

/** How often a long walk lets others have a turn. */
const entriesPerTurn = 500;

export const fsWalk = defineOperation({
  name: 'fs.walk',
  summary: 'Everything below a folder, page by page, a folder directly before its contents.',
  access: 'read',
  at: { remote: 'fs.walk' },
  input: z.object({
    path: pathOrRoot,
    recursive: flag,
    maxEntries: wireInt.describe('At most this many; 0 or less means the default.'),
    offset: wireInt.describe('How many entries of the same sequence to pass over.'),
    ignore: z.array(z.string()).nullish().describe('Names of folders to pass over at any depth.'),
  }),
  output: z.object({ entries: z.array(walkEntry), truncated: z.boolean() }),
  fails: ['not-a-folder', 'not-found'],
  async run({ vault, signal }, { path, recursive, maxEntries, offset, ignore }) {
    const page = new Page(maxEntries > 0 ? maxEntries : limits.walkEntriesMax, offset);
    let seen = 0;
    for (const { path: at, stat } of vault.walk(path, { recursive, ignore: new Set(ignore) })) {
      if (!page.add({ path: at, type: stat.type, mtime: stat.mtime, size: stat.size })) break;
      if (++seen % entriesPerTurn === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
    }
    return { entries: page.entries, truncated: page.isFull };
  },
});

/** Entries until either the number or the size of a reply is reached. */
class Page {
  readonly entries: z.output<typeof walkEntry>[] = [];
  isFull = false;
  #skip: number;
  #bytes = 0;

  constructor(
    readonly entriesMax: number,
    offset: number,
  ) {
    this.#skip = Math.max(0, offset);
  }

  /** False when there is one more than fits. */
  add(entry: z.output<typeof walkEntry>): boolean {
    if (this.#skip > 0) {
      this.#skip--;
      return true;
    }
    const size = Buffer.byteLength(entry.path) + 80;
    const fits = this.entries.length < this.entriesMax && this.#bytes + size <= limits.pageBytesMax;
    this.isFull = !fits && this.entries.length > 0;
    if (this.isFull) return false;
    this.#bytes += size;
    this.entries.push(entry);
    return true;
  }
}
