import { type EntryType, pathsOf, type VaultChange } from '../../contract/events.ts';
import { isWithin, type VaultPath } from '../../contract/paths.ts';

type Kind = VaultChange['kind'];

/**
 * Changes that nobody was told of yet. They stand in an order in which they can be replayed one
 * by one: every parent is there before its child, every new name is free when something gets it.
 * Changes that add up are merged as they come, as long as that order stays true.
 */
export class Untold {
  readonly #changes = new Map<number, VaultChange>();
  /** Changes that a later one may still be merged with. */
  readonly #open = new Map<string, number>();
  /** What a deletion made needless to tell, in case it is taken back. */
  readonly #swallowed = new Map<VaultChange, readonly VaultChange[]>();
  #next = 0;

  get size(): number {
    return this.#changes.size;
  }

  [Symbol.iterator](): IterableIterator<VaultChange> {
    return this.#changes.values();
  }

  created(path: VaultPath, type: EntryType): void {
    const deleted = this.#find('deleted', path);
    if (deleted?.type === type && type !== 'folder') {
      this.#drop('deleted', path);
      this.#push({ kind: 'modified', path, type });
      return;
    }
    this.#close('deleted', path);
    this.#closeLeft(path, (left) => left.type !== type);
    this.#push({ kind: 'created', path, type });
  }

  modified(path: VaultPath, type: EntryType): void {
    if (this.#find('created', path) ?? this.#find('modified', path)) return;
    this.#push({ kind: 'modified', path, type });
  }

  /** Returns what `revive` can take back, if anything. */
  deleted(path: VaultPath, type: EntryType): VaultChange | undefined {
    return type === 'folder' ? this.#deletedFolder(path) : this.#deletedFile(path, type);
  }

  /** `newPath` is free: what was there is deleted, or this is no rename but two other changes. */
  renamed(path: VaultPath, newPath: VaultPath, type: EntryType): void {
    if (type === 'folder') this.#renamedFolder(path, newPath);
    else if (this.#drop('created', path)) this.created(newPath, type);
    else {
      const isModified = this.#drop('modified', path);
      this.#pushRename(path, newPath, type);
      if (isModified) this.modified(newPath, type);
    }
  }

  /** Takes back a deletion that turned out to be the first half of a rename. */
  revive(deleted: VaultChange): boolean {
    if (this.#find('deleted', deleted.path) !== deleted) return false;
    this.#drop('deleted', deleted.path);
    for (const change of this.#swallowed.get(deleted) ?? []) this.#push(change);
    return true;
  }

  /** True when a change is about the path, something below it or a folder above it. */
  touches(path: VaultPath): boolean {
    for (const change of this) {
      if (pathsOf(change).some((one) => isWithin(one, path) || isWithin(path, one))) return true;
    }
    return false;
  }

  take(): VaultChange[] {
    const changes = [...this];
    this.#changes.clear();
    this.#open.clear();
    this.#swallowed.clear();
    return changes;
  }

  #deletedFile(path: VaultPath, type: EntryType): VaultChange | undefined {
    if (this.#drop('created', path)) return undefined;
    const modified = this.#find('modified', path);
    this.#drop('modified', path);
    const move = this.#find('renamed', path);
    // What came from elsewhere a moment ago is still there for whoever listens.
    this.#drop('renamed', path);
    if (move === undefined) return this.#pushDeleted(path, type, modified ? [modified] : []);
    if (this.#drop('created', move.path)) this.modified(move.path, type);
    else this.#deletedFile(move.path, type);
    return undefined;
  }

  #deletedFolder(path: VaultPath): VaultChange | undefined {
    const inside = this.#below(path);
    const isPlain = inside.every(({ change }) => change.kind !== 'renamed');
    const swallowed: VaultChange[] = [];
    for (const { id, change } of inside) {
      if (!this.#closeChange(id, change)) continue;
      if (isPlain) this.#changes.delete(id);
      if (isPlain) swallowed.push(change);
      else if (isText(change)) swallowed.push({ ...change, kind: 'modified' });
    }
    if (isPlain && this.#drop('created', path)) return undefined;
    this.#close('created', path);
    this.#close('renamed', path);
    return this.#pushDeleted(path, 'folder', swallowed);
  }

  #pushDeleted(path: VaultPath, type: EntryType, swallowed: readonly VaultChange[]): VaultChange {
    const deleted: VaultChange = { kind: 'deleted', path, type };
    if (swallowed.length > 0) this.#swallowed.set(deleted, swallowed);
    this.#push(deleted);
    return deleted;
  }

  #renamedFolder(path: VaultPath, newPath: VaultPath): void {
    const inside = this.#below(path);
    const isPlain = inside.every(({ change }) => change.kind !== 'renamed');
    if (isPlain && this.#drop('created', path)) {
      this.created(newPath, 'folder');
    } else {
      this.#close('created', path);
      this.#pushRename(path, newPath, 'folder');
    }
    // Listeners read what is created or modified, and it can be read at its new path only.
    for (const { id, change } of inside) {
      const isOpen = this.#closeChange(id, change);
      const moved = `${newPath}${change.path.slice(path.length)}` as VaultPath;
      if (!isOpen || change.kind === 'renamed' || change.kind === 'deleted') continue;
      if (isPlain) {
        this.#changes.delete(id);
        this.#push({ ...change, path: moved });
      } else if (isText(change)) {
        this.modified(moved, change.type);
      }
    }
  }

  #below(folder: VaultPath): { id: number; change: VaultChange }[] {
    const inside: { id: number; change: VaultChange }[] = [];
    for (const [id, change] of this.#changes) {
      if (pathsOf(change).some((path) => path !== folder && isWithin(path, folder))) {
        inside.push({ id, change });
      }
    }
    return inside;
  }

  #pushRename(path: VaultPath, newPath: VaultPath, type: EntryType): void {
    this.#close('renamed', path);
    this.#close('deleted', newPath);
    this.#closeLeft(newPath, () => true);
    this.#push({ kind: 'renamed', path, newPath, type });
  }

  /** What left a path by rename cannot be said to be there still, once something else is. */
  #closeLeft(path: VaultPath, when: (left: VaultChange) => boolean): void {
    const id = this.#open.get(leftKey(path));
    const left = id === undefined ? undefined : this.#changes.get(id);
    if (id !== undefined && left !== undefined && when(left)) this.#closeChange(id, left);
  }

  #push(change: VaultChange): void {
    const id = this.#next++;
    this.#changes.set(id, change);
    for (const key of keysOf(change)) this.#open.set(key, id);
  }

  #find(kind: Kind, path: VaultPath): VaultChange | undefined {
    const id = this.#open.get(keyOf(kind, path));
    return id === undefined ? undefined : this.#changes.get(id);
  }

  #drop(kind: Kind, path: VaultPath): boolean {
    const id = this.#close(kind, path);
    return id !== undefined && this.#changes.delete(id);
  }

  #close(kind: Kind, path: VaultPath): number | undefined {
    const id = this.#open.get(keyOf(kind, path));
    const change = id === undefined ? undefined : this.#changes.get(id);
    if (id !== undefined && change !== undefined) this.#closeChange(id, change);
    return id;
  }

  #closeChange(id: number, change: VaultChange): boolean {
    let isOpen = false;
    for (const key of keysOf(change)) {
      if (this.#open.get(key) !== id) continue;
      this.#open.delete(key);
      isOpen = true;
    }
    return isOpen;
  }
}

/** Listeners have to read what this is about. */
function isText(change: VaultChange): boolean {
  return change.type !== 'folder' && (change.kind === 'created' || change.kind === 'modified');
}

function keysOf(change: VaultChange): string[] {
  return change.kind === 'renamed'
    ? [keyOf('renamed', change.newPath), leftKey(change.path)]
    : [keyOf(change.kind, change.path)];
}

function keyOf(kind: Kind, path: VaultPath): string {
  return `${kind}:${path}`;
}

function leftKey(path: VaultPath): string {
  return `left:${path}`;
}
