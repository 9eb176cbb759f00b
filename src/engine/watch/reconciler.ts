import { DirtyEntries } from './dirty-entries.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { Scanner } from './scanner.ts';
import type { Job, TaskQueue } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';
import type { Observation, TreeUpdater } from './tree-updater.ts';

export interface ReconcilerOptions {
  readonly tree: Tree;
  readonly pending: PendingChanges;
  readonly updater: TreeUpdater;
  readonly scanner: Scanner;
  readonly tasks: TaskQueue;
  /** The tree may have changed, and changes may be pending. */
  readonly onReconciled: () => void;
  /** The vault's own folder was moved, removed or replaced. */
  readonly onRootMissing: () => void;
  readonly onError: (thrown: unknown) => void;
}

/** A folder that is missing this often within a second, although its parent lists it, is no race any more. */
const missingMax = 5;

/** Collects dirty entries and compares all of them with the disk once per iteration of the event loop. */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #dirty = new DirtyEntries();
  /** Dirty entries that are being compared now. */
  readonly #inProgress = new Set<DirtyEntries>();
  /** Folders to compare or to scan once their parents were compared. */
  readonly #suspect = new Set<Folder>();
  /** New folders to scan. */
  readonly #unscanned = new Set<Folder>();
  readonly #missing = new WeakMap<Folder, { times: number; sinceMs: number }>();
  #isRunning = false;
  #immediate: NodeJS.Immediate | undefined;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /** The entry may have changed. `written` when the system said that its content did. */
  markDirty(folder: Folder, name: string, written: boolean): void {
    this.#dirty.add(folder, name, written);
    this.#schedule();
  }

  /** The folder's own times may have changed. */
  markFolderDirty(folder: Folder): void {
    this.#dirty.addFolder(folder);
    this.#schedule();
  }

  markAllDirty(found: DirtyEntries): void {
    this.#dirty.addAll(found);
    if (found.size > 0) this.#schedule();
  }

  /** The folder itself, and anything directly in it, may have changed. */
  recheck(folder: Folder): void {
    this.#suspect.add(folder);
    if (folder.parent !== undefined) this.#dirty.add(folder.parent, folder.name, false);
    this.#schedule();
  }

  /** The folder was not where the tree has it. */
  folderMissing(folder: Folder): void {
    const { tree, onRootMissing, onError } = this.#options;
    const path = tree.pathOf(folder);
    if (path === undefined) return;
    if (folder === tree.root) onRootMissing();
    else if (this.#countMissing(folder) <= missingMax) this.recheck(folder);
    else onError(new Error(`${path} is listed by its parent and cannot be opened`));
  }

  /** The folder is new, or was outside of the tree for a while. */
  scanNew(folder: Folder): void {
    this.#unscanned.add(folder);
    for (const inner of unreadBelow(folder)) this.#unscanned.add(inner);
    this.#schedule();
  }

  /** The entry is compared by the caller, so that earlier observations of it are stale. */
  clearDirty(folder: Folder, name: string): void {
    this.#dirty.delete(folder, name);
    for (const dirty of this.#inProgress) dirty.delete(folder, name);
  }

  /** The folder left the tree. */
  release(folder: Folder): void {
    this.#dirty.deleteFolder(folder);
    this.#suspect.delete(folder);
    this.#unscanned.delete(folder);
  }

  /** Resolves when nothing is left to compare. */
  async drain(): Promise<void> {
    const { tasks } = this.#options;
    do {
      this.#run();
      await tasks.run('urgent', emptyJob());
    } while (this.#hasMore);
  }

  close(): void {
    clearImmediate(this.#immediate);
  }

  #countMissing(folder: Folder): number {
    const now = performance.now();
    const last = this.#missing.get(folder);
    const isNew = last === undefined || now - last.sinceMs > 1000;
    const next = isNew ? { times: 1, sinceMs: now } : { ...last, times: last.times + 1 };
    this.#missing.set(folder, next);
    return next.times;
  }

  #schedule(): void {
    if (!this.#isRunning) this.#immediate ??= setImmediate(() => this.#run());
  }

  #run(): void {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    this.#options.tasks.run('urgent', this.#reconcile()).catch(this.#options.onError);
  }

  *#reconcile(): Job {
    this.#isRunning = true;
    const suspect = [...this.#suspect];
    this.#suspect.clear();
    try {
      yield* this.#scanUnscanned();
      yield* this.#compareDirty();
      yield* this.#compareFolders(suspect);
      yield* this.#scanUnscanned();
    } finally {
      this.#isRunning = false;
      if (this.#hasMore) this.#schedule();
    }
    this.#options.onReconciled();
  }

  get #hasMore(): boolean {
    return this.#dirty.hasReadable || this.#suspect.size > 0 || this.#unscanned.size > 0;
  }

  *#compareDirty(): Job {
    const { scanner, updater, pending, onRootMissing } = this.#options;
    const dirty = this.#dirty.takeReadable();
    if (dirty.size === 0) return;
    this.#inProgress.add(dirty);
    try {
      const observations: Observation[] = [];
      yield* scanner.observeAll(dirty, observations);
      // Without the vault's folder everything seems to be deleted.
      const isAnyMissing = observations.some(({ stat }) => stat === undefined);
      if (isAnyMissing && scanner.checkRoot() !== 'present') onRootMissing();
      else yield* updater.apply(stillDirty(observations, dirty), pending);
    } finally {
      this.#inProgress.delete(dirty);
    }
  }

  /** Their parents were compared by now, so those that are still in the tree are on disk. */
  *#compareFolders(suspect: readonly Folder[]): Job {
    const { tree, scanner } = this.#options;
    for (const folder of suspect) {
      if (tree.pathOf(folder) === undefined) continue;
      if (!folder.read) this.#unscanned.add(folder);
      else yield* scanner.compare(folder, this.#dirty);
    }
  }

  *#scanUnscanned(): Job {
    const { tree, scanner, pending } = this.#options;
    for (const folder of this.#unscanned) {
      this.#unscanned.delete(folder);
      if (tree.pathOf(folder) === undefined) continue;
      if (folder.read) yield* scanner.compareAll(folder, this.#dirty);
      else yield* scanner.read(folder, pending);
    }
  }
}

/** Folders whose scan was given up while they were outside of the tree. */
function* unreadBelow(folder: Folder): Iterable<Folder> {
  for (const inner of folder.folders.values()) {
    if (!inner.read) yield inner;
    yield* unreadBelow(inner);
  }
}

/** Without entries that were compared by another caller in the meantime. */
function* stillDirty(
  observations: Iterable<Observation>,
  dirty: DirtyEntries,
): Iterable<Observation> {
  for (const each of observations) if (dirty.has(each.folder, each.name)) yield each;
}

function* emptyJob(): Job {}
