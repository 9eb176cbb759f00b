import type { VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { joinPath, type VaultPath } from '../../contract/paths.ts';
import { isUntouched, type Stat } from '../store/vault/stat.ts';
import { isUnwatchedName } from './names.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { Job } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';

/** An entry as it is on disk. */
export interface Observation {
  readonly folder: Folder;
  readonly name: string;
  readonly stat: Stat | undefined;
  /** The system said that the content was written. */
  readonly written: boolean;
}

/** An entry that was added or removed. */
interface LocatedEntry {
  readonly folder: Folder;
  readonly name: string;
  readonly stat: Stat;
}

/** An entry that was removed, its pending deletion, and the folder that it was. */
interface RemovedEntry {
  readonly deleted: VaultChange;
  readonly stat: Stat;
  readonly folder: Folder | undefined;
}

export interface TreeUpdaterOptions {
  readonly tree: Tree;
  readonly pending: PendingChanges;
  readonly nowMs: () => number;
  /** True when the file certainly has the content that listeners know. */
  readonly hasKnownContent?: ((path: VaultPath, stat: Stat) => boolean) | undefined;
  /** A folder was added, and is to be watched and scanned. */
  readonly onFolderAdded: (folder: Folder) => void;
  /** A folder was removed, with everything below. */
  readonly onFolderRemoved: (folder: Folder) => void;
}

/** Updates the tree to what was observed on disk, and records the differences as changes. */
export class TreeUpdater {
  readonly #options: TreeUpdaterOptions;
  /** Removed entries by inode, until their deletion is emitted: they may have been renamed. */
  readonly #removed = new Map<bigint, RemovedEntry>();
  /** Observed so soon after a write that another one could leave the same timestamp. */
  readonly #ambiguous = new WeakSet<Stat>();

  constructor(options: TreeUpdaterOptions) {
    this.#options = options;
  }

  /**
   * Makes the tree agree with the observations. Differences go `into`, in an order that can be replayed.
   * `isRename` when we renamed the file ourselves: it may have been rewritten since, so that its
   * inode proves nothing. It keeps its old stat, so that the new content is found as a change.
   */
  *apply(observations: Iterable<Observation>, into: PendingChanges, isRename = false): Job {
    const removed: LocatedEntry[] = [];
    const added: LocatedEntry[] = [];
    for (const { folder, name, stat, written } of observations) {
      const known = folder.entries.get(name);
      if (known !== undefined && stat !== undefined && isSameEntry(known, stat)) {
        this.#update({ folder, name, stat }, known, written, into);
        yield;
        continue;
      }
      if (known !== undefined) removed.push({ folder, name, stat: known });
      if (stat !== undefined) added.push({ folder, name, stat });
    }
    const moves = pairRenames(removed, added);
    if (isRename && moves.size === 0) pairSingleFile(removed, added, moves);
    const renamed = new Set(moves.values());
    for (const from of [...moves.keys()]) {
      this.#move(from, moves, into);
      yield;
    }
    // Renamed entries have left their old path by now, so only deletions are left here.
    for (const entry of removed) {
      this.#remove(entry, into);
      yield;
    }
    for (const entry of added) {
      if (!renamed.has(entry)) this.add(entry, into);
      yield;
    }
  }

  /**
   * Adds an entry that is not in the tree, as it was observed at that time. Without `into` it
   * counts as known to all listeners.
   */
  add(
    entry: LocatedEntry,
    into: PendingChanges | undefined,
    observedMs = this.#options.nowMs(),
  ): void {
    const { tree, onFolderAdded } = this.#options;
    const { folder, name, stat } = entry;
    if (!tree.contains(folder) || folder.entries.has(name)) return;
    if (into !== undefined && this.#restoreRenamed(entry, into)) return;
    this.#checkAmbiguity(stat, observedMs);
    const inner = tree.put(folder, name, stat);
    const parent = into === undefined ? undefined : tree.pathOf(folder);
    if (into === undefined || parent === undefined) return;
    into.created(joinPath(parent, name), stat.type);
    if (inner !== undefined) onFolderAdded(inner);
  }

  /** True when the entry on disk may differ from the one in the tree, given its present stat. */
  mayDiffer(known: Stat | undefined, stat: Stat): boolean {
    if (known === undefined || !isSameEntry(known, stat)) return true;
    return stat.type !== 'folder' && (this.#ambiguous.has(known) || !isUntouched(known, stat));
  }

  /** True while there are removed entries that might turn out to be renamed. */
  get hasRemoved(): boolean {
    return this.#removed.size > 0;
  }

  /** The deletions were emitted, so that no removed entry can become a rename any more. */
  releaseRemoved(): void {
    for (const { folder } of this.#removed.values()) {
      if (folder !== undefined && folder.parent === undefined)
        this.#options.onFolderRemoved(folder);
    }
    this.#removed.clear();
  }

  #update(
    { folder, name, stat }: LocatedEntry,
    known: Stat,
    written: boolean,
    into: PendingChanges,
  ): void {
    const { tree } = this.#options;
    const parent = tree.pathOf(folder);
    if (parent === undefined) return;
    if (isUntouched(known, stat) && !(written && this.#ambiguous.has(known))) return;
    // A folder may have been opened since it was listed, so that the tree has a newer stat.
    if (stat.type === 'folder' && stat.ctimeNs < known.ctimeNs) return;
    this.#checkAmbiguity(stat);
    tree.put(folder, name, stat);
    if (stat.type === 'folder') return;
    const path = joinPath(parent, name);
    if (this.#hasNewContent(path, known, stat)) into.modified(path, stat.type);
  }

  /** Another content can have the same size; but touching a file or changing its rights is no change. */
  #hasNewContent(path: VaultPath, known: Stat, stat: Stat): boolean {
    const { hasKnownContent } = this.#options;
    if (known.size !== stat.size) return true;
    if (hasKnownContent !== undefined && stat.type === 'file' && !stat.special)
      return !hasKnownContent(path, stat);
    return known.mtimeNs !== stat.mtimeNs || known.ino !== stat.ino;
  }

  #remove({ folder, name, stat }: LocatedEntry, into: PendingChanges): void {
    const { tree, pending, onFolderRemoved } = this.#options;
    const parent = tree.pathOf(folder);
    if (parent === undefined || folder.entries.get(name) !== stat) return;
    const path = joinPath(parent, name);
    const inner = tree.remove(folder, name);
    const deleted = into.deleted(path, stat.type);
    if (into === pending && deleted !== undefined && !this.#removed.has(stat.ino)) {
      this.#removed.set(stat.ino, { deleted, stat, folder: inner });
    } else if (inner !== undefined) {
      onFolderRemoved(inner);
    }
  }

  /** An entry that has the new path moves first; in a cycle of renames one becomes a deletion and a creation. */
  #move(from: LocatedEntry, moves: Map<LocatedEntry, LocatedEntry>, into: PendingChanges): void {
    const { tree } = this.#options;
    const to = moves.get(from);
    if (to === undefined) return;
    moves.delete(from);
    if (to.folder.entries.has(to.name)) this.#vacate(to, moves, into);
    const [oldParent, newParent] = [tree.pathOf(from.folder), tree.pathOf(to.folder)];
    const isPresent = from.folder.entries.get(from.name) === from.stat;
    const isUnclear = oldParent === undefined || newParent === undefined || !isPresent;
    if (isUnclear || this.#isInside(to.folder, from)) {
      this.#remove(from, into);
      this.add(to, into);
      return;
    }
    const inner = tree.remove(from.folder, from.name);
    if (inner === undefined) tree.put(to.folder, to.name, to.stat);
    else tree.attach(to.folder, to.name, to.stat, inner);
    into.renamed(joinPath(oldParent, from.name), joinPath(newParent, to.name), to.stat.type);
  }

  #vacate(to: LocatedEntry, moves: Map<LocatedEntry, LocatedEntry>, into: PendingChanges): void {
    const other = [...moves.keys()].find(
      ({ folder, name }) => folder === to.folder && name === to.name,
    );
    if (other !== undefined) this.#move(other, moves, into);
    const stat = to.folder.entries.get(to.name);
    if (stat !== undefined) this.#remove({ ...to, stat }, into);
  }

  /** A folder cannot move into itself; observations at different moments may still say so. */
  #isInside(folder: Folder, from: LocatedEntry): boolean {
    const moved = from.folder.folders.get(from.name);
    for (let one: Folder | undefined = folder; one !== undefined; one = one.parent) {
      if (one === moved) return true;
    }
    return false;
  }

  /** An entry that was removed from another path a moment ago was renamed. */
  #restoreRenamed(to: LocatedEntry, into: PendingChanges): boolean {
    const { tree, pending } = this.#options;
    const removed = into === pending ? this.#removed.get(to.stat.ino) : undefined;
    const parent = tree.pathOf(to.folder);
    if (removed === undefined || parent === undefined || !isSameInode(removed.stat, to.stat))
      return false;
    const isKnownFolder = removed.folder !== undefined;
    if (isKnownFolder !== (to.stat.type === 'folder' && !isUnwatchedName(to.name))) return false;
    if (!pending.cancelDeletion(removed.deleted)) return false;
    this.#removed.delete(to.stat.ino);
    if (removed.folder === undefined) tree.put(to.folder, to.name, to.stat);
    else tree.attach(to.folder, to.name, to.stat, removed.folder);
    const path = joinPath(parent, to.name);
    if (path !== removed.deleted.path) pending.renamed(removed.deleted.path, path, to.stat.type);
    // Its events were ignored while it was outside of the tree.
    if (removed.folder !== undefined) this.#options.onFolderAdded(removed.folder);
    return true;
  }

  #checkAmbiguity(stat: Stat, observedMs = this.#options.nowMs()): void {
    if (observedMs - stat.mtime < watchLimits.timestampGranularityMs) this.#ambiguous.add(stat);
  }
}

/** Pairs removed entries with added ones that are the same file or folder. */
function pairRenames(
  removed: readonly LocatedEntry[],
  added: readonly LocatedEntry[],
): Map<LocatedEntry, LocatedEntry> {
  const moves = new Map<LocatedEntry, LocatedEntry>();
  if (removed.length === 0 || added.length === 0) return moves;
  const byInode = new Map(removed.map((entry) => [entry.stat.ino, entry]));
  for (const to of added) {
    const from = byInode.get(to.stat.ino);
    if (from === undefined || !isSameInode(from.stat, to.stat)) continue;
    if (to.stat.type === 'folder' && isUnwatchedName(from.name) !== isUnwatchedName(to.name))
      continue;
    byInode.delete(to.stat.ino);
    moves.set(from, to);
  }
  return moves;
}

/** Pairs the only removed file with the only added one. */
function pairSingleFile(
  [from, ...moreRemoved]: readonly LocatedEntry[],
  [to, ...moreAdded]: readonly LocatedEntry[],
  moves: Map<LocatedEntry, LocatedEntry>,
): void {
  if (from === undefined || to === undefined || moreRemoved.length + moreAdded.length > 0) return;
  const isSameKind = from.stat.type !== 'folder' && isSameEntry(from.stat, to.stat);
  const isSamePath = from.folder === to.folder && from.name === to.name;
  if (isSameKind && !isSamePath) moves.set(from, { ...to, stat: from.stat });
}

/** A file that was replaced is still the same entry; a folder that was replaced is not. */
function isSameEntry(a: Stat, b: Stat): boolean {
  if (a.type !== b.type || a.special !== b.special) return false;
  return a.type !== 'folder' || (a.ino === b.ino && a.dev === b.dev);
}

/** Inodes are used again soon, so the same number alone proves nothing. */
function isSameInode(a: Stat, b: Stat): boolean {
  if (a.type !== b.type || a.ino !== b.ino || a.dev !== b.dev) return false;
  return a.type === 'folder'
    ? a.birthtime === b.birthtime
    : a.size === b.size && a.mtimeNs === b.mtimeNs;
}
