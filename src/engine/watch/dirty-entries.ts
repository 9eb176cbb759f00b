import type { Folder } from './tree.ts';

/** Entries that may have changed on disk. They say where to compare, never what happened. */
export class DirtyEntries {
  readonly #names = new Map<Folder, Map<string, boolean>>();

  get size(): number {
    return this.#names.size;
  }

  [Symbol.iterator](): IterableIterator<[Folder, Map<string, boolean>]> {
    return this.#names.entries();
  }

  /** `written` when the system said that the content was written. */
  add(folder: Folder, name: string, written: boolean): void {
    const names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, new Map([[name, written]]));
    else names.set(name, written || names.get(name) === true);
  }

  /** No entry of the folder changed, but the folder itself may have. */
  addFolder(folder: Folder): void {
    if (!this.#names.has(folder)) this.#names.set(folder, new Map());
  }

  addAll(others: DirtyEntries): void {
    for (const [folder, names] of others) {
      for (const [name, written] of names) this.add(folder, name, written);
    }
  }

  has(folder: Folder, name: string): boolean {
    return this.#names.get(folder)?.has(name) === true;
  }

  delete(folder: Folder, name: string): void {
    const names = this.#names.get(folder);
    if (names?.delete(name) === true && names.size === 0) this.#names.delete(folder);
  }

  deleteFolder(folder: Folder): void {
    this.#names.delete(folder);
  }

  /** True when there are dirty entries in folders that were scanned, so that they can be compared. */
  get hasReadable(): boolean {
    for (const folder of this.#names.keys()) if (folder.read) return true;
    return false;
  }

  /** Removes those entries and returns them. */
  takeReadable(): DirtyEntries {
    const taken = new DirtyEntries();
    for (const [folder, names] of this) {
      if (!folder.read) continue;
      taken.#names.set(folder, names);
      this.#names.delete(folder);
    }
    return taken;
  }
}
