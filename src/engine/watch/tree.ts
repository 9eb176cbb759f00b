import { comparePaths, joinPath, rootPath, type VaultPath } from '../../contract/paths.ts';
import type { Entry, WalkEntry } from '../store/vault/disk.ts';
import type { Stat } from '../store/vault/stat.ts';
import { isUnwatchedName } from './names.ts';

/** A folder of the tree. Its path follows from its parent, so renaming a folder changes nothing below. */
export class Folder {
  readonly entries = new Map<string, Stat>();
  /** The folders among the entries, without unwatched ones. */
  readonly folders = new Map<string, Folder>();
  /** True once every entry is known. */
  read = false;
  name: string;
  parent: Folder | undefined;
  #sorted: readonly string[] | undefined;

  constructor(name: string, parent: Folder | undefined) {
    this.name = name;
    this.parent = parent;
  }

  /** Names by their bytes. */
  get names(): readonly string[] {
    this.#sorted ??= [...this.entries.keys()].sort(comparePaths);
    return this.#sorted;
  }

  /** True when the entry is new. */
  set(name: string, stat: Stat): boolean {
    const before = this.entries.size;
    this.entries.set(name, stat);
    const isNew = this.entries.size > before;
    if (isNew) this.#sorted = undefined;
    return isNew;
  }

  delete(name: string): void {
    this.entries.delete(name);
    this.#sorted = undefined;
  }
}

export interface TreeWalkOptions {
  readonly recursive?: boolean;
  /** Names of folders to skip at any depth. */
  readonly ignore?: ReadonlySet<string>;
  /** Entries to leave out at the beginning. */
  readonly offset?: number;
  readonly max?: number;
  /** The contents of a folder that is not in the tree, in the order of a walk. */
  readonly inside?: (path: VaultPath) => Iterable<WalkEntry>;
}

/** How many entries of a walk are in one batch. */
const batchLength = 256;

/** What is on disk as of the last scan, without following links and without our temporary files. */
export class Tree {
  readonly root = new Folder('', undefined);
  #rootStat: Stat;
  #size = 0;

  constructor(rootStat: Stat) {
    this.#rootStat = rootStat;
  }

  /** Entries in all folders. */
  get size(): number {
    return this.#size;
  }

  stat(path: VaultPath): Stat | undefined {
    if (path === '') return this.#rootStat;
    const slash = path.lastIndexOf('/');
    const folder = slash === -1 ? this.root : this.#find(path, slash);
    return folder?.entries.get(path.slice(slash + 1));
  }

  /** Undefined for what is no folder, and for unwatched folders and what is in them. */
  folder(path: VaultPath): Folder | undefined {
    return path === '' ? this.root : this.#find(path, path.length);
  }

  /** The entries of a folder by the bytes of their names; undefined where the tree does not have them. */
  list(path: VaultPath): Entry[] | undefined {
    const folder = this.folder(path);
    if (folder?.read !== true) return undefined;
    const entries: Entry[] = [];
    for (const name of folder.names) {
      const stat = folder.entries.get(name);
      if (stat !== undefined) entries.push({ name, stat });
    }
    return entries;
  }

  /** Depth first, a folder directly before its contents; nothing where `list` is undefined. */
  *walk(start: VaultPath, options: TreeWalkOptions = {}): Generator<WalkEntry, void, undefined> {
    let left = options.max ?? Number.POSITIVE_INFINITY;
    for (const run of this.walkBatches(start, options)) {
      for (const entry of run) {
        if (left-- <= 0) return;
        yield entry;
      }
    }
  }

  /** The same in batches: yielding entries one by one costs more than finding them. */
  *walkBatches(
    start: VaultPath,
    { recursive = false, ignore, offset = 0, inside }: TreeWalkOptions = {},
  ): Generator<readonly WalkEntry[], void, undefined> {
    const first = this.folder(start);
    if (first?.read !== true) return;
    const stack = [{ folder: first, path: start, next: 0, names: first.names }];
    let run: WalkEntry[] = [];
    let skip = offset;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const name = top.names[top.next++];
      if (name === undefined) {
        stack.pop();
        continue;
      }
      const stat = top.folder.entries.get(name);
      const isFolder = stat?.type === 'folder';
      if (stat === undefined || (isFolder && ignore?.has(name))) continue;
      const isEntered = isFolder && recursive;
      if (skip > 0 && !isEntered) {
        skip--;
        continue;
      }
      const path = joinPath(top.path, name);
      if (skip > 0) skip--;
      else run.push({ path, stat });
      if (run.length === batchLength) {
        yield run;
        run = [];
      }
      if (!isEntered) continue;
      const folder = top.folder.folders.get(name);
      if (folder?.read === true) stack.push({ folder, path, next: 0, names: folder.names });
      else {
        for (const entry of inside?.(path) ?? []) {
          if (skip > 0) skip--;
          else run.push(entry);
        }
      }
    }
    if (run.length > 0) yield run;
  }

  /** Every entry of the folders that were read, folder by folder, in no order. */
  *entries(): Generator<readonly WalkEntry[], void> {
    const stack = [{ folder: this.root, path: rootPath }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { folder, path } = top;
      if (!folder.read) continue;
      yield Array.from(folder.entries, ([name, stat]) => ({ path: joinPath(path, name), stat }));
      for (const inner of folder.folders.values()) {
        stack.push({ folder: inner, path: joinPath(path, inner.name) });
      }
    }
  }

  /** False once the folder was removed from the tree. */
  contains(folder: Folder): boolean {
    let top = folder;
    while (top.parent !== undefined) top = top.parent;
    return top === this.root;
  }

  /** Where the folder is now; undefined once it was removed from the tree. */
  pathOf(folder: Folder): VaultPath | undefined {
    if (folder.parent === undefined) return folder === this.root ? ('' as VaultPath) : undefined;
    const parent = this.pathOf(folder.parent);
    return parent === undefined ? undefined : joinPath(parent, folder.name);
  }

  statOf(folder: Folder): Stat | undefined {
    return folder === this.root ? this.#rootStat : folder.parent?.entries.get(folder.name);
  }

  /** Updates the stat of the folder itself. */
  setStatOf(folder: Folder, stat: Stat): void {
    if (folder === this.root) this.#rootStat = stat;
    else folder.parent?.set(folder.name, stat);
  }

  /** Adds or updates an entry. Returns the folder when it is a new one to be scanned. */
  put(parent: Folder, name: string, stat: Stat): Folder | undefined {
    if (parent.set(name, stat)) this.#size++;
    if (stat.type !== 'folder' || isUnwatchedName(name) || parent.folders.has(name))
      return undefined;
    const folder = new Folder(name, parent);
    parent.folders.set(name, folder);
    return folder;
  }

  /** Removes an entry, with everything below. Returns the folder when it was one. */
  remove(parent: Folder, name: string): Folder | undefined {
    if (!parent.entries.has(name)) return undefined;
    parent.delete(name);
    const folder = parent.folders.get(name);
    this.#size -= 1 + (folder === undefined ? 0 : countBelow(folder));
    if (folder !== undefined) folder.parent = undefined;
    parent.folders.delete(name);
    return folder;
  }

  /** Adds a folder that was removed before, at a path that is free. */
  attach(parent: Folder, name: string, stat: Stat, folder: Folder): void {
    parent.set(name, stat);
    parent.folders.set(name, folder);
    folder.name = name;
    folder.parent = parent;
    this.#size += 1 + countBelow(folder);
  }

  #find(path: string, end: number): Folder | undefined {
    let folder: Folder | undefined = this.root;
    for (let start = 0; start < end && folder !== undefined; ) {
      const slash = path.indexOf('/', start);
      const stop = slash === -1 ? end : slash;
      folder = folder.folders.get(path.slice(start, stop));
      start = stop + 1;
    }
    return folder;
  }
}

function countBelow(folder: Folder): number {
  let count = folder.entries.size;
  for (const inner of folder.folders.values()) count += countBelow(inner);
  return count;
}
