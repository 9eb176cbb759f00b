import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import type { WalkEntry as Walked } from '../../engine/store/vault/disk.ts';
import { createPace } from '../../kit/pace.ts';
import { defineOperation } from '../operation.ts';
import { entryType, flag, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

const walkEntry = z.object({ path: z.string(), type: entryType, mtime: unixMs, size: z.int() });

export const fsWalk = defineOperation({
  name: 'fs.walk',
  summary: 'Everything below a folder, page by page; each folder comes right before its contents.',
  access: 'read',
  at: { remote: 'fs.walk', web: 'fs.walk' },
  input: z.object({
    path: pathOrRoot,
    recursive: flag,
    maxEntries: wireInt.describe('At most this many; 0 or less means the default.'),
    offset: wireInt.describe('How many entries to skip.'),
    ignore: z.array(z.string()).nullish().describe('Names of folders to skip, at any depth.'),
  }),
  output: z.object({ entries: z.array(walkEntry), truncated: z.boolean() }),
  fails: ['not-a-folder', 'not-found'],
  async run({ vault, signal }, { path, recursive, maxEntries, offset, ignore }) {
    const page = new Page(maxEntries > 0 ? maxEntries : limits.walkEntriesMax);
    const options = { recursive, ignore: new Set(ignore), offset: Math.max(0, offset) };
    const pace = createPace(signal);
    for (const run of await vault.walkCached(path, options)) {
      if (!page.addAll(run)) break;
      if (pace.isDue()) await pace.pause();
    }
    return { entries: page.entries, truncated: page.isFull };
  },
});

/** What an entry takes of a reply besides its path. */
const entryBytes = 80;

/** Entries until either the number or the size of a reply is reached. */
class Page {
  readonly entries: z.output<typeof walkEntry>[] = [];
  isFull = false;
  #bytes = 0;

  constructor(readonly entriesMax: number) {}

  /** False when there is one more than fits. */
  addAll(run: readonly Walked[]): boolean {
    for (const { path, stat } of run) {
      this.#bytes += entryBytes + Buffer.byteLength(path);
      const isTooLarge = this.#bytes > limits.pageBytesMax && this.entries.length > 0;
      this.isFull = this.entries.length >= this.entriesMax || isTooLarge;
      if (this.isFull) return false;
      this.entries.push({ path, type: stat.type, mtime: stat.mtime, size: stat.size });
    }
    return true;
  }
}
