import { fstatSync, lstatSync } from 'node:fs';
import { isVaultError } from '../../contract/errors.ts';
import { comparePaths, type VaultPath } from '../../contract/paths.ts';
import { removeAbandoned } from '../store/vault/abandoned-files.ts';
import { type AnchoredFolder as OpenFolder, openFolder, type Root } from '../store/vault/anchor.ts';
import { namesIn } from '../store/vault/disk.ts';
import { lstatIn } from '../store/vault/lstat-in.ts';
import { type Stat, toStat } from '../store/vault/stat.ts';
import { isTemporaryName } from '../store/vault/temporary.ts';
import type { DirtyEntries } from './dirty-entries.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { Job } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';
import type { Observation, TreeUpdater } from './tree-updater.ts';

export interface ScannerOptions {
  readonly root: Root;
  readonly tree: Tree;
  readonly updater: TreeUpdater;
  readonly nowMs: () => number;
  /** Starts to watch the folder, unless it is watched already. */
  readonly watch: (folder: Folder, open: OpenFolder) => void;
  /** The folder is not where the tree has it. */
  readonly onMissing: (folder: Folder) => void;
  /** The entry may differ from the tree. */
  readonly onDifferent: (folder: Folder, name: string) => void;
}

/** A folder that is being read. */
export interface FolderListing {
  readonly folder: Folder;
  readonly open: OpenFolder;
  readonly names: readonly string[];
  /** Entries that may differ from the tree, such as those that our own changes put there before. */
  readonly suspect: Set<string>;
}

interface ObservedName {
  readonly name: string;
  readonly stat: Stat | undefined;
  /** A time before the stat was read. */
  readonly observedMs: number;
  /** Where the change goes; without it the entry counts as known to all listeners. */
  readonly into?: PendingChanges;
}

/** How many entries a job reads before it checks whether its slice is over. */
export const entriesPerYield = 16;

/** Reads the disk, in slices, and passes what it observes to the updater. */
export class Scanner {
  readonly #options: ScannerOptions;
  /** On some disks `A.md` and `a.md` are one file, so that only a listing has the real name. */
  #isCaseFolding = process.platform === 'darwin' || process.platform === 'win32';

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Whether the vault's folder is still there, or another one has its path now. */
  checkRoot(): 'present' | 'missing' | 'replaced' {
    const { root, tree } = this.#options;
    try {
      const raw = lstatSync(root.real, { bigint: true });
      if (!raw.isDirectory()) return 'missing';
      return raw.ino === tree.statOf(tree.root)?.ino ? 'present' : 'replaced';
    } catch {
      return 'missing';
    }
  }

  /** Reads what is in a new folder. */
  *read(folder: Folder, into: PendingChanges): Job {
    const listing = this.list(folder);
    if (listing === undefined) return;
    try {
      for (const [i, name] of listing.names.toSorted(comparePaths).entries()) {
        if (i % entriesPerYield === 0) yield;
        const observedMs = this.#options.nowMs();
        this.addEntry(listing, { name, stat: lstatIn(listing.open, name), observedMs, into });
      }
    } catch (thrown) {
      listing.open.close();
      throw thrown;
    }
    this.finish(listing);
  }

  /**
   * Opens and lists a folder; undefined when it cannot be read. It is watched before it is listed,
   * so that no change is missed in between.
   */
  list(folder: Folder): FolderListing | undefined {
    const open = this.#open(folder);
    if (open === 'missing') {
      this.#options.onMissing(folder);
      return undefined;
    }
    if (open === 'unreadable') {
      folder.read = true;
      return undefined;
    }
    try {
      this.#watch(folder, open);
      const names = listed(open);
      if (folder.parent === undefined) this.#detectCaseFolding(open, names);
      return { folder, open, names, suspect: new Set(folder.entries.keys()) };
    } catch (thrown) {
      open.close();
      throw thrown;
    }
  }

  /** Adds one entry of the listing as it was observed. */
  addEntry(
    { folder, suspect }: FolderListing,
    { name, stat, observedMs, into }: ObservedName,
  ): void {
    const { updater } = this.#options;
    // During the initial scan the folder may have been read again, later than this observation.
    if (stat === undefined || (folder.read && into === undefined)) return;
    const known = folder.entries.get(name);
    if (known === undefined) updater.add({ folder, name, stat }, into, observedMs);
    else if (updater.mayDiffer(known, stat)) suspect.add(name);
    else suspect.delete(name);
  }

  /** Every name of the listing was added. */
  finish({ folder, open, suspect }: FolderListing): void {
    open.close();
    folder.read = true;
    for (const name of suspect) this.#options.onDifferent(folder, name);
  }

  /** Finds the entries at and below the folder that differ from the tree. */
  *compareAll(start: Folder, found: DirtyEntries): Job {
    const folders = [start];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      yield* this.compare(folder, found);
      folders.push(...folder.folders.values());
    }
  }

  /** Finds the entries of one folder that differ from the tree. */
  *compare(folder: Folder, found: DirtyEntries): Job {
    const { updater, onMissing } = this.#options;
    if (!folder.read) return;
    const open = this.#open(folder);
    if (open === 'missing') {
      onMissing(folder);
      return;
    }
    const names = new Set<string>();
    try {
      if (open !== 'unreadable') {
        this.#watch(folder, open);
        for (const name of listed(open)) {
          if (names.size % entriesPerYield === 0) yield;
          names.add(name);
          const stat = lstatIn(open, name);
          if (stat === undefined || updater.mayDiffer(folder.entries.get(name), stat)) {
            found.add(folder, name, true);
          }
        }
      }
      for (const name of folder.entries.keys()) if (!names.has(name)) found.add(folder, name, true);
    } finally {
      if (open !== 'unreadable') open.close();
    }
  }

  /** Reads the present stats of the dirty entries. */
  *observeAll(
    dirty: Iterable<[Folder, ReadonlyMap<string, boolean>]>,
    observations: Observation[],
  ): Job {
    for (const [folder, names] of dirty) {
      const open = this.#open(folder);
      if (open === 'missing') {
        this.#options.onMissing(folder);
        continue;
      }
      try {
        const real = this.#isCaseFolding && open !== 'unreadable' ? listed(open) : undefined;
        for (const [name, written] of names) {
          const isThere = open !== 'unreadable' && real?.includes(name) !== false;
          observations.push({
            folder,
            name,
            stat: isThere ? lstatIn(open, name) : undefined,
            written,
          });
          yield;
        }
      } finally {
        if (open !== 'unreadable') open.close();
      }
    }
  }

  /** Reads the present stat of one entry; undefined when its folder is not where it was. */
  observe(folder: Folder, name: string): Observation | undefined {
    const observations: Observation[] = [];
    const job = this.observeAll([[folder, new Map([[name, true]])]], observations);
    while (!job.next().done);
    return observations[0];
  }

  /** Opens the very folder that is in the tree, and no link or other folder with its path. */
  #open(folder: Folder): OpenFolder | 'missing' | 'unreadable' {
    const { root, tree } = this.#options;
    const path = tree.pathOf(folder);
    if (path === undefined) return 'missing';
    const open = openExactly(root, path);
    if (typeof open === 'string' || this.#updateStat(folder, open)) return open;
    open.close();
    return 'missing';
  }

  /** Changes in the folder raise events from here on, so its stat is read again to be certain. */
  #watch(folder: Folder, open: OpenFolder): void {
    this.#options.watch(folder, open);
    this.#updateStat(folder, open);
  }

  /** False when this is another folder than the one in the tree. */
  #updateStat(folder: Folder, open: OpenFolder): boolean {
    const { tree } = this.#options;
    const stat = toStat(fstatSync(open.descriptor, { bigint: true }));
    const isSame = stat.ino === tree.statOf(folder)?.ino;
    if (isSame) tree.setStatOf(folder, stat);
    return isSame;
  }

  #detectCaseFolding(open: OpenFolder, names: readonly string[]): void {
    const all = new Set(names);
    const name = names.find((one) => !all.has(swapCase(one)));
    if (name !== undefined) this.#isCaseFolding = lstatIn(open, swapCase(name)) !== undefined;
  }
}

function openExactly(root: Root, path: VaultPath): OpenFolder | 'missing' | 'unreadable' {
  try {
    const open = openFolder(root, path);
    if (open.real === path) return open;
    open.close();
    return 'missing';
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    if (thrown.code === 'permission-denied') return 'unreadable';
    if (['not-found', 'not-a-folder', 'path-outside-vault'].includes(thrown.code)) return 'missing';
    throw thrown;
  }
}

/** Names in the folder without our temporary files. Those that were left behind are removed. */
function listed(open: OpenFolder): string[] {
  return namesIn(open).filter((name) => {
    if (!isTemporaryName(name)) return true;
    removeAbandoned(open, name);
    return false;
  });
}

function swapCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
