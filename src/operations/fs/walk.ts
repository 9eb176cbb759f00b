import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import type { WalkEntry as Walked } from '../../engine/store/vault/disk.ts';
import { createPace } from '../../kit/pace.ts';
import { defineOperation } from '../operation.ts';
import { entryType, flag, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

const walkEntry = z.object({ path: z.string(), type: entryType, mtime: unixMs, size: z.int() });

export const fsWalk = defineOperation({
  name: 'fs.walk',
  summary: 'Everything below a folder, page by page, a folder directly before its contents.',
  access: 'read',
  at: { remote: 'fs.walk', web: 'fs.walk' },
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
    const page = new Page(maxEntries > 0 ? maxEntries : limits.walkEntriesMax);
    const options = { recursive, ignore: new Set(ignore), offset: Math.max(0, offset) };
    const walk = await vault.walkKnown(path, options);
    const key = JSON.stringify([path, recursive, maxEntries, offset, ignore]);
    const state = walk.state();
    const kept = state && pages.get(state)?.get(key);
    if (kept !== undefined) return kept;
    const pace = createPace(signal);
    for (const run of walk.runs) {
      if (!page.addAll(run)) break;
      if (pace.isDue()) await pace.pause();
    }
    const output = { entries: page.entries, truncated: page.isFull };
    if (state !== undefined && state === walk.state()) keep(state, key, output);
    return output;
  },
});

interface Output {
  readonly entries: z.output<typeof walkEntry>[];
  readonly truncated: boolean;
}

/** Several devices, or one that lost its connection, ask for the same long walk within a moment. */
const pages = new WeakMap<object, Map<string, Output>>();

function keep(state: object, key: string, output: Output): void {
  if (output.entries.length < limits.walkKeptEntriesMin) return;
  const kept = pages.get(state) ?? new Map<string, Output>();
  if (kept.size === limits.walkPagesKeptMax) kept.clear();
  kept.set(key, output);
  if (pages.has(state)) return;
  pages.set(state, kept);
  setTimeout(() => pages.delete(state), limits.walkKeptMs).unref();
}

/** What an entry takes of a reply beside its path. */
const entryBytes = 80;

/** Entries until either the number or the size of a reply is reached. */
class Page {
  readonly entries: z.output<typeof walkEntry>[] = [];
  isFull = false;
  /** What the entries take at most, or exactly. */
  #bytes = 0;
  #isExact = false;

  constructor(readonly entriesMax: number) {}

  /** False when there is one more than fits. */
  addAll(run: readonly Walked[]): boolean {
    for (const { path, stat } of run) {
      this.isFull = this.entries.length >= this.entriesMax || !this.#hasRoom(path);
      if (this.isFull) return false;
      this.entries.push({ path, type: stat.type, mtime: stat.mtime, size: stat.size });
    }
    return true;
  }

  /** To count bytes takes longer than to list them, so that it is left until it matters. */
  #hasRoom(path: string): boolean {
    this.#bytes += entryBytes + (this.#isExact ? Buffer.byteLength(path) : path.length * 3);
    if (this.#bytes > limits.pageBytesMax && !this.#isExact) {
      this.#isExact = true;
      this.#bytes = entryBytes + Buffer.byteLength(path);
      for (const entry of this.entries) this.#bytes += entryBytes + Buffer.byteLength(entry.path);
    }
    return this.#bytes <= limits.pageBytesMax || this.entries.length === 0;
  }
}
