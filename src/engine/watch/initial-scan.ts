import { lstatIn } from '../store/vault/lstat-in.ts';
import { entriesPerYield, type FolderListing, type Scanner } from './scanner.ts';
import type { Job } from './task-queue.ts';
import type { Folder } from './tree.ts';

export interface InitialScanOptions {
  readonly scanner: Scanner;
  readonly nowMs: () => number;
}

/** Fills the tree for the first time, folder by folder, without a change for what is found. */
export function* scanAll(start: Folder, options: InitialScanOptions): Job {
  const folders = [start];
  // A folder may be moved during the scan, and be found again.
  const visited = new WeakSet<Folder>();
  const enter = (outer: Folder) => {
    for (const inner of outer.folders.values()) {
      if (!visited.has(inner)) folders.push(inner);
      visited.add(inner);
    }
  };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    yield;
    const listing = folder.read ? undefined : options.scanner.list(folder);
    if (listing !== undefined) yield* scanFolder(listing, options, enter);
    enter(folder);
  }
}

function* scanFolder(
  listing: FolderListing,
  options: InitialScanOptions,
  enter: (folder: Folder) => void,
): Job {
  const { folder, names, open } = listing;
  // Snapshots have the files in this order.
  const dotted = names.filter((name) => name.includes('.')).sort();
  let isComplete = false;
  try {
    // Names without a dot are mostly folders, and those may be moved before the scan reaches them.
    const plain = names.filter((name) => !name.includes('.'));
    for (const _ of statNames(listing, plain, options));
    enter(folder);
    yield* statNames(listing, dotted, options);
    isComplete = true;
  } finally {
    if (!isComplete) open.close();
  }
  options.scanner.finish(listing);
}

function* statNames(
  listing: FolderListing,
  names: readonly string[],
  { scanner, nowMs }: InitialScanOptions,
): Job {
  let observedMs = nowMs();
  for (const [i, name] of names.entries()) {
    if (i % entriesPerYield === 0) {
      yield;
      observedMs = nowMs();
    }
    scanner.addEntry(listing, { name, stat: lstatIn(listing.open, name), observedMs });
  }
}
