import { lstatIn } from '../store/vault/lstat-in.ts';
import { entriesEach, StatBlock } from '../store/vault/stat-block.ts';
import type { FolderListing, Scanner } from './scanner.ts';
import type { Job } from './task-queue.ts';
import type { Folder } from './tree.ts';

export interface FirstLookOptions {
  readonly scanner: Scanner;
  readonly nowMs: () => number;
}

/** So many entries are looked at before anybody asks for the time. */
const pieceLength = 16;

/** The first look at everything, folder by folder: what is there counts as known to everybody. */
export function* lookAtAll(start: Folder, options: FirstLookOptions): Job {
  const folders = [start];
  // A folder may be moved meanwhile, and be met again.
  const met = new WeakSet<Folder>();
  const enter = (outer: Folder) => {
    for (const inner of outer.folders.values()) {
      if (!met.has(inner)) folders.push(inner);
      met.add(inner);
    }
  };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    yield;
    const listing = folder.read ? undefined : options.scanner.list(folder);
    if (listing !== undefined) yield* lookInto(listing, options, enter);
    enter(folder);
  }
}

function* lookInto(
  listing: FolderListing,
  options: FirstLookOptions,
  enter: (folder: Folder) => void,
): Job {
  const { folder, names, open } = listing;
  // In the order in which a snapshot has them.
  const dotted = names.filter((name) => name.includes('.')).sort();
  let isSeen = false;
  try {
    // Names without a dot are mostly folders, and those may soon be elsewhere.
    const plain = names.filter((name) => !name.includes('.'));
    for (const _ of lookAtSome(listing, plain, options));
    enter(folder);
    for (let from = 0; from < dotted.length; from += entriesEach) {
      yield* lookAtSome(listing, dotted.slice(from, from + entriesEach), options);
    }
    isSeen = true;
  } finally {
    if (!isSeen) open.close();
  }
  options.scanner.finish(listing);
}

function* lookAtSome(
  listing: FolderListing,
  names: readonly string[],
  { scanner, nowMs }: FirstLookOptions,
): Job {
  if (names.length === 0) return;
  const seenMs = nowMs();
  const stats = new StatBlock(names.length);
  for (const [i, name] of names.entries()) {
    if (i % pieceLength === 0) yield;
    stats.set(i, lstatIn(listing.open, name));
  }
  scanner.takeAll(listing, { names, stats }, seenMs);
}
