import { fstatSync, lstatSync } from 'node:fs';
import { isVaultError } from '../../contract/errors.ts';
import { watchLimits } from '../../contract/limits.ts';
import { compareNames, type VaultPath } from '../../contract/paths.ts';
import { removeAbandoned } from '../store/vault/abandoned-files.ts';
import { type AnchoredFolder as OpenFolder, openFolder, type Root } from '../store/vault/anchor.ts';
import { namesIn } from '../store/vault/disk.ts';
import { lstatIn } from '../store/vault/lstat-in.ts';
import { type Stat, toStat } from '../store/vault/stat.ts';
import { isTemporaryName } from '../store/vault/temporary.ts';
import type { Marks } from './dirty-entries.ts';
import type { Untold } from './pending-changes.ts';
import type { Job } from './task-queue.ts';
import type { Folder, PackedEntries, Tree } from './tree.ts';
import type { Follower, Sighting } from './tree-updater.ts';

export interface ScannerOptions {
  readonly root: Root;
  readonly tree: Tree;
  readonly follower: Follower;
  readonly nowMs: () => number;
  /** Starts to watch the folder, if that is not done yet. */
  readonly watch: (folder: Folder, open: OpenFolder) => void;
  /** The folder is not where the tree has it. */
  readonly onLost: (folder: Folder) => void;
  /** The entry is not what the tree says. */
  readonly onOther: (folder: Folder, name: string) => void;
}

/** A folder that is being read. */
export interface FolderListing {
  readonly folder: Folder;
  readonly open: OpenFolder;
  readonly names: readonly string[];
  /** Known before it was listed, by our own changes: others may have been there since. */
  readonly doubtful: Set<string>;
}

interface SeenName {
  readonly name: string;
  readonly stat: Stat | undefined;
  /** From before it was seen. */
  readonly seenMs: number;
  /** Where news go; without it what is there counts as known to everybody. */
  readonly into?: Untold;
}

/** So many entries are looked at before anybody asks for the time. */
const pieceLength = 16;

/** Looks at the disk, in pieces, and hands what it sees to the follower. */
export class Scanner {
  readonly #options: ScannerOptions;
  /** On some disks `A.md` and `a.md` are one file, so that only a listing tells the real name. */
  #isCaseFolding = process.platform === 'darwin' || process.platform === 'win32';

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Whether the vault is in its place; what is there may also be another folder now. */
  rootState(): 'there' | 'missing' | 'replaced' {
    const { root, tree } = this.#options;
    try {
      const raw = lstatSync(root.real, { bigint: true });
      if (!raw.isDirectory()) return 'missing';
      return raw.ino === tree.statOf(tree.root)?.ino ? 'there' : 'replaced';
    } catch {
      return 'missing';
    }
  }

  /** Learns what is in a folder that is news. */
  *read(folder: Folder, into: Untold): Job {
    const listing = this.list(folder);
    if (listing === undefined) return;
    try {
      for (const [i, name] of listing.names.toSorted(compareNames).entries()) {
        if (i % pieceLength === 0) yield;
        const seenMs = this.#options.nowMs();
        this.take(listing, { name, stat: lstatIn(listing.open, name), seenMs, into });
      }
    } catch (thrown) {
      listing.open.close();
      throw thrown;
    }
    this.finish(listing);
  }

  /**
   * Opens a folder to learn what is in it; undefined when there is nothing to learn. It is watched
   * before it is listed, so that nothing slips through.
   */
  list(folder: Folder): FolderListing | undefined {
    const open = this.#open(folder);
    if (open === 'lost') {
      this.#options.onLost(folder);
      return undefined;
    }
    if (open === 'unreadable') {
      folder.read = true;
      return undefined;
    }
    try {
      this.#watch(folder, open);
      const names = listed(open);
      if (folder.parent === undefined) this.#noticeCase(open, names);
      return { folder, open, names, doubtful: new Set(folder.entries.keys()) };
    } catch (thrown) {
      open.close();
      throw thrown;
    }
  }

  /** Takes in what a first look has seen of some names in the listing. */
  takeAll(listing: FolderListing, packed: PackedEntries, seenMs: number): void {
    const { folder, doubtful } = listing;
    const { tree } = this.#options;
    const { names, stats } = packed;
    const isNew = !folder.read && doubtful.size === 0 && tree.isIn(folder) && folder.lacks(names);
    // Where all are plain files that no write of this moment can have changed unseen, nothing is to be noted.
    if (isNew && stats.isOld(seenMs - watchLimits.youngMs)) tree.pack(folder, packed);
    else names.forEach((name, i) => void this.take(listing, { name, stat: stats.get(i), seenMs }));
  }

  /** Takes in what was seen of a name in the listing. */
  take({ folder, doubtful }: FolderListing, { name, stat, seenMs, into }: SeenName): void {
    const { follower } = this.#options;
    // In the first look somebody else may have read the folder since, later than this was seen.
    if (stat === undefined || (folder.read && into === undefined)) return;
    const known = folder.entries.get(name);
    if (known === undefined) follower.appear({ folder, name, stat }, into, seenMs);
    else if (follower.isDoubtful(known, stat)) doubtful.add(name);
    else doubtful.delete(name);
  }

  /** Every name of the listing was seen. */
  finish({ folder, open, doubtful }: FolderListing): void {
    open.close();
    folder.read = true;
    for (const name of doubtful) this.#options.onOther(folder, name);
  }

  /** Marks every entry at and below the folder that is not what the tree says. */
  *compareAll(start: Folder, found: Marks): Job {
    const folders = [start];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      yield* this.compare(folder, found);
      folders.push(...folder.folders.values());
    }
  }

  /** Marks the entries of one folder that are not what the tree says. */
  *compare(folder: Folder, found: Marks): Job {
    const { follower, onLost } = this.#options;
    if (!folder.read) return;
    const open = this.#open(folder);
    if (open === 'lost') {
      onLost(folder);
      return;
    }
    const names = new Set<string>();
    try {
      if (open !== 'unreadable') {
        this.#watch(folder, open);
        for (const name of listed(open)) {
          if (names.size % pieceLength === 0) yield;
          names.add(name);
          const stat = lstatIn(open, name);
          if (stat === undefined || follower.isDoubtful(folder.entries.get(name), stat)) {
            found.add(folder, name, true);
          }
        }
      }
      for (const name of folder.entries.keys()) if (!names.has(name)) found.add(folder, name, true);
    } finally {
      if (open !== 'unreadable') open.close();
    }
  }

  /** What is at the marked places now. */
  *look(marks: Iterable<[Folder, ReadonlyMap<string, boolean>]>, sightings: Sighting[]): Job {
    for (const [folder, names] of marks) {
      const open = this.#open(folder);
      if (open === 'lost') {
        this.#options.onLost(folder);
        continue;
      }
      try {
        const real = this.#isCaseFolding && open !== 'unreadable' ? listed(open) : undefined;
        for (const [name, written] of names) {
          const isThere = open !== 'unreadable' && real?.includes(name) !== false;
          sightings.push({
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

  /** What is at one place right now; undefined when its folder is not where it was. */
  lookAt(folder: Folder, name: string): Sighting | undefined {
    const sightings: Sighting[] = [];
    const job = this.look([[folder, new Map([[name, true]])]], sightings);
    while (!job.next().done);
    return sightings[0];
  }

  /** Opens the folder that the tree means, and no link or other folder in its place. */
  #open(folder: Folder): OpenFolder | 'lost' | 'unreadable' {
    const { root, tree } = this.#options;
    const path = tree.pathOf(folder);
    if (path === undefined) return 'lost';
    const open = openExactly(root, path);
    if (typeof open === 'string' || this.#renewStat(folder, open)) return open;
    open.close();
    return 'lost';
  }

  /** What happens in the folder from here on raises events, so only from here on its stat is sure. */
  #watch(folder: Folder, open: OpenFolder): void {
    this.#options.watch(folder, open);
    this.#renewStat(folder, open);
  }

  /** False when this is another folder than the one that the tree means. */
  #renewStat(folder: Folder, open: OpenFolder): boolean {
    const { tree } = this.#options;
    const stat = toStat(fstatSync(open.descriptor, { bigint: true }));
    const isSame = stat.ino === tree.statOf(folder)?.ino;
    if (isSame) tree.setStatOf(folder, stat);
    return isSame;
  }

  #noticeCase(open: OpenFolder, names: readonly string[]): void {
    const all = new Set(names);
    const name = names.find((one) => !all.has(swapCase(one)));
    if (name !== undefined) this.#isCaseFolding = lstatIn(open, swapCase(name)) !== undefined;
  }
}

function openExactly(root: Root, path: VaultPath): OpenFolder | 'lost' | 'unreadable' {
  try {
    const open = openFolder(root, path);
    if (open.real === path) return open;
    open.close();
    return 'lost';
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    if (thrown.code === 'permission-denied') return 'unreadable';
    if (['not-found', 'not-a-folder', 'path-outside-vault'].includes(thrown.code)) return 'lost';
    throw thrown;
  }
}

/** Names in the folder without our temporary files. Those that nobody will ever need are removed. */
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
