import type { Folder } from './tree.ts';

/** Entries that may be different on disk now. A mark says where to look, never what happened. */
export class Marks {
  readonly #names = new Map<Folder, Map<string, boolean>>();

  get size(): number {
    return this.#names.size;
  }

  [Symbol.iterator](): IterableIterator<[Folder, Map<string, boolean>]> {
    return this.#names.entries();
  }

  /** `written` when the system said that the content was touched. */
  add(folder: Folder, name: string, written: boolean): void {
    const names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, new Map([[name, written]]));
    else names.set(name, written || names.get(name) === true);
  }

  /** Nothing in the folder is different, but the folder itself may be. */
  addFolder(folder: Folder): void {
    if (!this.#names.has(folder)) this.#names.set(folder, new Map());
  }

  addAll(marks: Marks): void {
    for (const [folder, names] of marks) {
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

  forget(folder: Folder): void {
    this.#names.delete(folder);
  }

  /** True when there are marks in folders whose content is known well enough to compare. */
  get hasReadable(): boolean {
    for (const folder of this.#names.keys()) if (folder.read) return true;
    return false;
  }

  /** Takes those marks out. */
  takeReadable(): Marks {
    const taken = new Marks();
    for (const [folder, names] of this) {
      if (!folder.read) continue;
      taken.#names.set(folder, names);
      this.#names.delete(folder);
    }
    return taken;
  }
}
