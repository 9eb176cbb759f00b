import { type EntryType, pathsOf, type VaultChange } from '../../contract/events.ts';
import { isWithin, type VaultPath } from '../../contract/paths.ts';

type Kind = VaultChange['kind'];

/**
 * Changes that were not emitted yet. They are in an order in which they can be replayed one by one:
 * every parent exists before its child, and every new path is free before it is used. Changes that
 * add up are merged as they come, as long as that order stays valid.
 */
export class PendingChanges {
  readonly #changes = new Map<number, VaultChange>();
  /** Changes that a later one may still be merged with. */
  readonly #mergeable = new Map<string, number>();
  /** Changes that a deletion superseded, in case it is cancelled. */
  readonly #superseded = new Map<VaultChange, readonly VaultChange[]>();
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
    this.#closeRenameFrom(path, (rename) => rename.type !== type);
    this.#push({ kind: 'created', path, type });
  }

  modified(path: VaultPath, type: EntryType): void {
    if (this.#find('created', path) ?? this.#find('modified', path)) return;
    this.#push({ kind: 'modified', path, type });
  }

  /** Returns the deletion that `cancelDeletion` accepts, if one is pending. */
  deleted(path: VaultPath, type: EntryType): VaultChange | undefined {
    return type === 'folder' ? this.#deletedFolder(path) : this.#deletedFile(path, type);
  }

  /** `newPath` is free: its former entry was deleted before. */
  renamed(path: VaultPath, newPath: VaultPath, type: EntryType): void {
    if (type === 'folder') this.#renamedFolder(path, newPath);
    else if (this.#drop('created', path)) this.created(newPath, type);
    else {
      const isModified = this.#drop('modified', path);
      this.#pushRename(path, newPath, type);
      if (isModified) this.modified(newPath, type);
    }
  }

  /** Cancels a deletion that turned out to be the first half of a rename. */
  cancelDeletion(deleted: VaultChange): boolean {
    if (this.#find('deleted', deleted.path) !== deleted) return false;
    this.#drop('deleted', deleted.path);
    for (const change of this.#superseded.get(deleted) ?? []) this.#push(change);
    return true;
  }

  /** True when a change is about the path, something below it or a folder above it. */
  affects(path: VaultPath): boolean {
    for (const change of this) {
      if (pathsOf(change).some((one) => isWithin(one, path) || isWithin(path, one))) return true;
    }
    return false;
  }

  take(): VaultChange[] {
    const changes = [...this];
    this.#changes.clear();
    this.#mergeable.clear();
    this.#superseded.clear();
    return changes;
  }

  #deletedFile(path: VaultPath, type: EntryType): VaultChange | undefined {
    if (this.#drop('created', path)) return undefined;
    const modified = this.#find('modified', path);
    this.#drop('modified', path);
    const move = this.#find('renamed', path);
    // Listeners still know the file by the path that it had before the rename.
    this.#drop('renamed', path);
    if (move === undefined) return this.#pushDeleted(path, type, modified ? [modified] : []);
    if (this.#drop('created', move.path)) this.modified(move.path, type);
    else this.#deletedFile(move.path, type);
    return undefined;
  }

  #deletedFolder(path: VaultPath): VaultChange | undefined {
    const inside = this.#below(path);
    const hasNoRename = inside.every(({ change }) => change.kind !== 'renamed');
    const superseded: VaultChange[] = [];
    for (const { id, change } of inside) {
      if (!this.#closeChange(id, change)) continue;
      if (hasNoRename) this.#changes.delete(id);
      if (hasNoRename) superseded.push(change);
      else if (hasContent(change)) superseded.push({ ...change, kind: 'modified' });
    }
    if (hasNoRename && this.#drop('created', path)) return undefined;
    this.#close('created', path);
    this.#close('renamed', path);
    return this.#pushDeleted(path, 'folder', superseded);
  }

  #pushDeleted(path: VaultPath, type: EntryType, superseded: readonly VaultChange[]): VaultChange {
    const deleted: VaultChange = { kind: 'deleted', path, type };
    if (superseded.length > 0) this.#superseded.set(deleted, superseded);
    this.#push(deleted);
    return deleted;
  }

  #renamedFolder(path: VaultPath, newPath: VaultPath): void {
    const inside = this.#below(path);
    const hasNoRename = inside.every(({ change }) => change.kind !== 'renamed');
    if (hasNoRename && this.#drop('created', path)) {
      this.created(newPath, 'folder');
    } else {
      this.#close('created', path);
      this.#pushRename(path, newPath, 'folder');
    }
    // Listeners read what is created or modified, and it can be read at its new path only.
    for (const { id, change } of inside) {
      const isMergeable = this.#closeChange(id, change);
      const moved = `${newPath}${change.path.slice(path.length)}` as VaultPath;
      if (!isMergeable || change.kind === 'renamed' || change.kind === 'deleted') continue;
      if (hasNoRename) {
        this.#changes.delete(id);
        this.#push({ ...change, path: moved });
      } else if (hasContent(change)) {
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
    this.#closeRenameFrom(newPath, () => true);
    this.#push({ kind: 'renamed', path, newPath, type });
  }

  /** A rename away from a path cannot be merged any more, once another entry has the path. */
  #closeRenameFrom(path: VaultPath, when: (rename: VaultChange) => boolean): void {
    const id = this.#mergeable.get(renamedFromKey(path));
    const rename = id === undefined ? undefined : this.#changes.get(id);
    if (id !== undefined && rename !== undefined && when(rename)) this.#closeChange(id, rename);
  }

  #push(change: VaultChange): void {
    const id = this.#next++;
    this.#changes.set(id, change);
    for (const key of keysOf(change)) this.#mergeable.set(key, id);
  }

  #find(kind: Kind, path: VaultPath): VaultChange | undefined {
    const id = this.#mergeable.get(keyOf(kind, path));
    return id === undefined ? undefined : this.#changes.get(id);
  }

  #drop(kind: Kind, path: VaultPath): boolean {
    const id = this.#close(kind, path);
    return id !== undefined && this.#changes.delete(id);
  }

  #close(kind: Kind, path: VaultPath): number | undefined {
    const id = this.#mergeable.get(keyOf(kind, path));
    const change = id === undefined ? undefined : this.#changes.get(id);
    if (id !== undefined && change !== undefined) this.#closeChange(id, change);
    return id;
  }

  #closeChange(id: number, change: VaultChange): boolean {
    let isMergeable = false;
    for (const key of keysOf(change)) {
      if (this.#mergeable.get(key) !== id) continue;
      this.#mergeable.delete(key);
      isMergeable = true;
    }
    return isMergeable;
  }
}

/** True when listeners have to read the file. */
function hasContent(change: VaultChange): boolean {
  return change.type !== 'folder' && (change.kind === 'created' || change.kind === 'modified');
}

function keysOf(change: VaultChange): string[] {
  return change.kind === 'renamed'
    ? [keyOf('renamed', change.newPath), renamedFromKey(change.path)]
    : [keyOf(change.kind, change.path)];
}

function keyOf(kind: Kind, path: VaultPath): string {
  return `${kind}:${path}`;
}

function renamedFromKey(path: VaultPath): string {
  return `renamed-from:${path}`;
}
