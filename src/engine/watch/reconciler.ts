import { Marks } from './dirty-entries.ts';
import type { Untold } from './pending-changes.ts';
import type { Scanner } from './scanner.ts';
import type { Job, Work } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';
import type { Follower, Sighting } from './tree-updater.ts';

export interface LookingOptions {
  readonly tree: Tree;
  readonly untold: Untold;
  readonly follower: Follower;
  readonly scanner: Scanner;
  readonly work: Work;
  /** The tree may have changed, and there may be news. */
  readonly onLooked: () => void;
  /** The vault's own folder is not what it was. */
  readonly onRootLost: () => void;
  readonly onTrouble: (thrown: unknown) => void;
}

/** A folder that is lost this often within a second, although its parent has it, is no race any more. */
const lostMax = 5;

/** Turns hints into looks: once per turn of the event loop, everything that was marked is looked at. */
export class Looking {
  readonly #options: LookingOptions;
  readonly #marks = new Marks();
  /** Marks that are being looked at. */
  readonly #inHand = new Set<Marks>();
  /** Folders to be compared or read once it is clear that they are still there. */
  readonly #doubtful = new Set<Folder>();
  /** New folders to be read. */
  readonly #unread = new Set<Folder>();
  readonly #lost = new WeakMap<Folder, { times: number; sinceMs: number }>();
  #isLooking = false;
  #immediate: NodeJS.Immediate | undefined;

  constructor(options: LookingOptions) {
    this.#options = options;
  }

  /** Something may be different at this place. */
  mark(folder: Folder, name: string, written: boolean): void {
    this.#marks.add(folder, name, written);
    this.#soon();
  }

  /** The folder's own times may be different. */
  touch(folder: Folder): void {
    this.#marks.addFolder(folder);
    this.#soon();
  }

  markAll(found: Marks): void {
    this.#marks.addAll(found);
    if (found.size > 0) this.#soon();
  }

  /** The folder itself, and anything directly in it, may be different. */
  doubt(folder: Folder): void {
    this.#doubtful.add(folder);
    if (folder.parent !== undefined) this.#marks.add(folder.parent, folder.name, false);
    this.#soon();
  }

  /** The folder was not where the tree has it. */
  lose(folder: Folder): void {
    const { tree, onRootLost, onTrouble } = this.#options;
    const path = tree.pathOf(folder);
    if (path === undefined) return;
    if (folder === tree.root) onRootLost();
    else if (this.#countLoss(folder) <= lostMax) this.doubt(folder);
    else onTrouble(new Error(`${path} is there and not there`));
  }

  /** A folder is new, or was out of sight for a while. */
  read(folder: Folder): void {
    this.#unread.add(folder);
    for (const inner of unreadBelow(folder)) this.#unread.add(inner);
    this.#soon();
  }

  /** Somebody looked at this place just now: what was seen before that is old. */
  skip(folder: Folder, name: string): void {
    this.#marks.delete(folder, name);
    for (const marks of this.#inHand) marks.delete(folder, name);
  }

  /** The folder left the tree. */
  forget(folder: Folder): void {
    this.#marks.forget(folder);
    this.#doubtful.delete(folder);
    this.#unread.delete(folder);
  }

  /** Resolves when everything that is marked was looked at. */
  async finish(): Promise<void> {
    const { work } = this.#options;
    do {
      this.#now();
      await work.run('urgent', nothing());
    } while (this.#hasMore);
  }

  close(): void {
    clearImmediate(this.#immediate);
  }

  #countLoss(folder: Folder): number {
    const now = performance.now();
    const last = this.#lost.get(folder);
    const isNew = last === undefined || now - last.sinceMs > 1000;
    const loss = isNew ? { times: 1, sinceMs: now } : { ...last, times: last.times + 1 };
    this.#lost.set(folder, loss);
    return loss.times;
  }

  #soon(): void {
    if (!this.#isLooking) this.#immediate ??= setImmediate(() => this.#now());
  }

  #now(): void {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    this.#options.work.run('urgent', this.#look()).catch(this.#options.onTrouble);
  }

  *#look(): Job {
    this.#isLooking = true;
    const doubtful = [...this.#doubtful];
    this.#doubtful.clear();
    try {
      yield* this.#readNew();
      yield* this.#lookAtMarks();
      yield* this.#check(doubtful);
      yield* this.#readNew();
    } finally {
      this.#isLooking = false;
      if (this.#hasMore) this.#soon();
    }
    this.#options.onLooked();
  }

  get #hasMore(): boolean {
    return this.#marks.hasReadable || this.#doubtful.size > 0 || this.#unread.size > 0;
  }

  *#lookAtMarks(): Job {
    const { scanner, follower, untold, onRootLost } = this.#options;
    const marks = this.#marks.takeReadable();
    if (marks.size === 0) return;
    this.#inHand.add(marks);
    try {
      const sightings: Sighting[] = [];
      yield* scanner.look(marks, sightings);
      // Without the vault's folder everything looks gone.
      const isGone = sightings.some(({ stat }) => stat === undefined);
      if (isGone && scanner.rootState() !== 'there') onRootLost();
      else yield* follower.apply(stillMarked(sightings, marks), untold);
    } finally {
      this.#inHand.delete(marks);
    }
  }

  /** Their parents were looked at by now, so those that are still in the tree are on disk. */
  *#check(doubtful: readonly Folder[]): Job {
    const { tree, scanner } = this.#options;
    for (const folder of doubtful) {
      if (tree.pathOf(folder) === undefined) continue;
      if (!folder.read) this.#unread.add(folder);
      else yield* scanner.compare(folder, this.#marks);
    }
  }

  *#readNew(): Job {
    const { tree, scanner, untold } = this.#options;
    for (const folder of this.#unread) {
      this.#unread.delete(folder);
      if (tree.pathOf(folder) === undefined) continue;
      if (folder.read) yield* scanner.compareAll(folder, this.#marks);
      else yield* scanner.read(folder, untold);
    }
  }
}

/** Reading them was given up while they were out of sight. */
function* unreadBelow(folder: Folder): Iterable<Folder> {
  for (const inner of folder.folders.values()) {
    if (!inner.read) yield inner;
    yield* unreadBelow(inner);
  }
}

/** Without what somebody else looked at in the meantime. */
function* stillMarked(sightings: Iterable<Sighting>, marks: Marks): Iterable<Sighting> {
  for (const sighting of sightings) if (marks.has(sighting.folder, sighting.name)) yield sighting;
}

function* nothing(): Job {}
