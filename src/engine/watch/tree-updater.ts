import type { VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { joinPath, type VaultPath } from '../../contract/paths.ts';
import { isUntouched, type Stat } from '../store/vault/stat.ts';
import { isClosedName } from './names.ts';
import type { Untold } from './pending-changes.ts';
import type { Job } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';

/** A place and what the disk has there. */
export interface Sighting {
  readonly folder: Folder;
  readonly name: string;
  readonly stat: Stat | undefined;
  /** The system said that the content was touched. */
  readonly written: boolean;
}

/** An entry that is new at its place, or gone from it. */
interface Place {
  readonly folder: Folder;
  readonly name: string;
  readonly stat: Stat;
}

/** What left its place, the news of it, and the folder that it was. */
interface Gone {
  readonly deleted: VaultChange;
  readonly stat: Stat;
  readonly folder: Folder | undefined;
}

export interface FollowerOptions {
  readonly tree: Tree;
  readonly untold: Untold;
  readonly nowMs: () => number;
  /** True when the content of the file is for certain the one that listeners know. */
  readonly holds?: ((path: VaultPath, stat: Stat) => boolean) | undefined;
  /** News: a folder came, and is to be watched and read. */
  readonly onFolder: (folder: Folder) => void;
  /** A folder went, with everything below. */
  readonly onGone: (folder: Folder) => void;
}

/** Keeps the tree in step with what was seen on disk, and says what became different. */
export class Follower {
  readonly #options: FollowerOptions;
  /** What left its place and was not told yet: it may turn up elsewhere. By inode. */
  readonly #limbo = new Map<bigint, Gone>();
  /** Seen so soon after a write that another one could leave the same timestamp. */
  readonly #young = new WeakSet<Stat>();

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /**
   * Makes the tree agree with what was seen. Differences go `into`, in an order that can be replayed.
   * `isRename` when one file left its place and came to the other by our own doing: it may have been
   * written anew, so that nothing else tells. Its old stat stays with it, to be seen as a change.
   */
  *apply(sightings: Iterable<Sighting>, into: Untold, isRename = false): Job {
    const gone: Place[] = [];
    const came: Place[] = [];
    for (const { folder, name, stat, written } of sightings) {
      const known = folder.entries.get(name);
      if (known !== undefined && stat !== undefined && isSameEntry(known, stat)) {
        this.#renew({ folder, name, stat }, known, written, into);
        yield;
        continue;
      }
      if (known !== undefined) gone.push({ folder, name, stat: known });
      if (stat !== undefined) came.push({ folder, name, stat });
    }
    const moves = findMoves(gone, came);
    if (isRename && moves.size === 0) findOneFile(gone, came, moves);
    const arrived = new Set(moves.values());
    for (const from of [...moves.keys()]) {
      this.#move(from, moves, into);
      yield;
    }
    // What moved is not at its old place any more, so only what went for good is removed here.
    for (const place of gone) {
      this.#remove(place, into);
      yield;
    }
    for (const place of came) {
      if (!arrived.has(place)) this.appear(place, into);
      yield;
    }
  }

  /**
   * Adds an entry that is not in the tree, as it was seen at that time. Without `into` it counts as
   * known to everybody.
   */
  appear(place: Place, into: Untold | undefined, seenMs = this.#options.nowMs()): void {
    const { tree, onFolder } = this.#options;
    const { folder, name, stat } = place;
    if (!tree.isIn(folder) || folder.entries.has(name)) return;
    if (into !== undefined && this.#revive(place, into)) return;
    this.#noteAge(stat, seenMs);
    const inner = tree.put(folder, name, stat);
    const parent = into === undefined ? undefined : tree.pathOf(folder);
    if (into === undefined || parent === undefined) return;
    into.created(joinPath(parent, name), stat.type);
    if (inner !== undefined) onFolder(inner);
  }

  /** True when the entry in the tree cannot be trusted to be what is on disk, given a fresh look. */
  isDoubtful(known: Stat | undefined, stat: Stat): boolean {
    if (known === undefined || !isSameEntry(known, stat)) return true;
    return stat.type !== 'folder' && (this.#young.has(known) || !isUntouched(known, stat));
  }

  /** True while something left its place and might turn up elsewhere. */
  get isWaiting(): boolean {
    return this.#limbo.size > 0;
  }

  /** Everything was told: what left its place will not turn up as a rename any more. */
  forgetGone(): void {
    for (const { folder } of this.#limbo.values()) {
      if (folder !== undefined && folder.parent === undefined) this.#options.onGone(folder);
    }
    this.#limbo.clear();
  }

  #renew({ folder, name, stat }: Place, known: Stat, written: boolean, into: Untold): void {
    const { tree } = this.#options;
    const parent = tree.pathOf(folder);
    if (parent === undefined) return;
    if (isUntouched(known, stat) && !(written && this.#young.has(known))) return;
    // A folder may have been opened since it was listed, and is known better by now.
    if (stat.type === 'folder' && stat.ctimeNs < known.ctimeNs) return;
    this.#noteAge(stat);
    tree.put(folder, name, stat);
    if (stat.type === 'folder') return;
    const path = joinPath(parent, name);
    if (this.#isOther(path, known, stat)) into.modified(path, stat.type);
  }

  /** The same size may hide another content; but a touch or a change of rights is no change. */
  #isOther(path: VaultPath, known: Stat, stat: Stat): boolean {
    const { holds } = this.#options;
    if (known.size !== stat.size) return true;
    if (holds !== undefined && stat.type === 'file' && !stat.special) return !holds(path, stat);
    return known.mtimeNs !== stat.mtimeNs || known.ino !== stat.ino;
  }

  #remove({ folder, name, stat }: Place, into: Untold): void {
    const { tree, untold, onGone } = this.#options;
    const parent = tree.pathOf(folder);
    if (parent === undefined || folder.entries.get(name) !== stat) return;
    const path = joinPath(parent, name);
    const inner = tree.take(folder, name);
    const deleted = into.deleted(path, stat.type);
    if (into === untold && deleted !== undefined && !this.#limbo.has(stat.ino)) {
      this.#limbo.set(stat.ino, { deleted, stat, folder: inner });
    } else if (inner !== undefined) {
      onGone(inner);
    }
  }

  /** Whatever stands in the way moves first; where they wait for each other in a ring, one gives way. */
  #move(from: Place, moves: Map<Place, Place>, into: Untold): void {
    const { tree } = this.#options;
    const to = moves.get(from);
    if (to === undefined) return;
    moves.delete(from);
    if (to.folder.entries.has(to.name)) this.#makeWay(to, moves, into);
    const [oldParent, newParent] = [tree.pathOf(from.folder), tree.pathOf(to.folder)];
    const isThere = from.folder.entries.get(from.name) === from.stat;
    const isOdd = oldParent === undefined || newParent === undefined || !isThere;
    if (isOdd || this.#isInside(to.folder, from)) {
      this.#remove(from, into);
      this.appear(to, into);
      return;
    }
    const inner = tree.take(from.folder, from.name);
    if (inner === undefined) tree.put(to.folder, to.name, to.stat);
    else tree.attach(to.folder, to.name, to.stat, inner);
    into.renamed(joinPath(oldParent, from.name), joinPath(newParent, to.name), to.stat.type);
  }

  #makeWay(to: Place, moves: Map<Place, Place>, into: Untold): void {
    const other = [...moves.keys()].find(
      ({ folder, name }) => folder === to.folder && name === to.name,
    );
    if (other !== undefined) this.#move(other, moves, into);
    const stat = to.folder.entries.get(to.name);
    if (stat !== undefined) this.#remove({ ...to, stat }, into);
  }

  /** A folder cannot move into itself; two looks at different moments may say so all the same. */
  #isInside(folder: Folder, from: Place): boolean {
    const moved = from.folder.folders.get(from.name);
    for (let one: Folder | undefined = folder; one !== undefined; one = one.parent) {
      if (one === moved) return true;
    }
    return false;
  }

  /** What left another place a moment ago and is here now was renamed. */
  #revive(to: Place, into: Untold): boolean {
    const { tree, untold } = this.#options;
    const gone = into === untold ? this.#limbo.get(to.stat.ino) : undefined;
    const parent = tree.pathOf(to.folder);
    if (gone === undefined || parent === undefined || !isMoved(gone.stat, to.stat)) return false;
    const isKnownFolder = gone.folder !== undefined;
    if (isKnownFolder !== (to.stat.type === 'folder' && !isClosedName(to.name))) return false;
    if (!untold.revive(gone.deleted)) return false;
    this.#limbo.delete(to.stat.ino);
    if (gone.folder === undefined) tree.put(to.folder, to.name, to.stat);
    else tree.attach(to.folder, to.name, to.stat, gone.folder);
    const path = joinPath(parent, to.name);
    if (path !== gone.deleted.path) untold.renamed(gone.deleted.path, path, to.stat.type);
    // Nobody listened to its events while it was nowhere.
    if (gone.folder !== undefined) this.#options.onFolder(gone.folder);
    return true;
  }

  #noteAge(stat: Stat, seenMs = this.#options.nowMs()): void {
    if (seenMs - stat.mtime < watchLimits.youngMs) this.#young.add(stat);
  }
}

/** What went, to where it came. */
function findMoves(gone: readonly Place[], came: readonly Place[]): Map<Place, Place> {
  const moves = new Map<Place, Place>();
  if (gone.length === 0 || came.length === 0) return moves;
  const byInode = new Map(gone.map((place) => [place.stat.ino, place]));
  for (const to of came) {
    const from = byInode.get(to.stat.ino);
    if (from === undefined || !isMoved(from.stat, to.stat)) continue;
    if (to.stat.type === 'folder' && isClosedName(from.name) !== isClosedName(to.name)) continue;
    byInode.delete(to.stat.ino);
    moves.set(from, to);
  }
  return moves;
}

/** The only file that went is the only one that came. */
function findOneFile(
  [from, ...moreGone]: readonly Place[],
  [to, ...moreCame]: readonly Place[],
  moves: Map<Place, Place>,
): void {
  if (from === undefined || to === undefined || moreGone.length + moreCame.length > 0) return;
  const isSameKind = from.stat.type !== 'folder' && isSameEntry(from.stat, to.stat);
  const isSamePlace = from.folder === to.folder && from.name === to.name;
  if (isSameKind && !isSamePlace) moves.set(from, { ...to, stat: from.stat });
}

/** A file that another one was renamed over is still the same entry; another folder is not. */
function isSameEntry(a: Stat, b: Stat): boolean {
  if (a.type !== b.type || a.special !== b.special) return false;
  return a.type !== 'folder' || (a.ino === b.ino && a.dev === b.dev);
}

/** Inodes are used again soon, so the same number alone proves nothing. */
function isMoved(a: Stat, b: Stat): boolean {
  if (a.type !== b.type || a.ino !== b.ino || a.dev !== b.dev) return false;
  return a.type === 'folder'
    ? a.birthtime === b.birthtime
    : a.size === b.size && a.mtimeNs === b.mtimeNs;
}
