import { isNote, nameOf } from '../../../contract/paths.ts';
import type { FileEntry } from './file-entry.ts';
import { comparePlain, foldPath } from './links/names.ts';

/** All visible files, by path and by name. */
export class FileTable {
  private readonly byPath = new Map<string, FileEntry>();
  /** Made when a name is first needed. Nearly all names are unique, so most values are one entry. */
  private byName: Map<string, FileEntry | FileEntry[]> | undefined;
  private sorted: FileEntry[] | undefined;
  private sortedNotes: FileEntry[] | undefined;
  private notes = 0;

  get size(): number {
    return this.byPath.size;
  }

  get noteCount(): number {
    return this.notes;
  }

  get(path: string): FileEntry | undefined {
    return this.byPath.get(path);
  }

  all(): IterableIterator<FileEntry> {
    return this.byPath.values();
  }

  add(entry: FileEntry): void {
    this.byPath.set(entry.path, entry);
    if (this.byName !== undefined) addName(this.byName, entry);
    if (isNote(entry.path)) this.notes++;
    this.invalidateOrder();
  }

  delete(entry: FileEntry): void {
    this.byPath.delete(entry.path);
    if (this.byName !== undefined) dropName(this.byName, entry);
    if (isNote(entry.path)) this.notes--;
    this.invalidateOrder();
  }

  /** The file itself, or everything below the folder of that path. */
  within(path: string): FileEntry[] {
    const file = this.byPath.get(path);
    if (file !== undefined) return [file];
    const prefix = `${path}/`;
    return [...this.byPath.values()].filter(
      (entry) => path === '' || entry.path.startsWith(prefix),
    );
  }

  /** Files of a folded name. */
  named(name: string): readonly FileEntry[] {
    const found = this.names().get(name);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }

  /** All files by path, in code unit order. */
  inOrder(): readonly FileEntry[] {
    if (this.sorted === undefined) {
      this.sorted = [...this.byPath.values()].sort((a, b) => comparePlain(a.path, b.path));
      this.sorted.forEach((entry, at) => {
        entry.order = at;
      });
    }
    return this.sorted;
  }

  /** All notes by path. */
  notesInOrder(): readonly FileEntry[] {
    this.sortedNotes ??= this.inOrder().filter((entry) => isNote(entry.path));
    return this.sortedNotes;
  }

  /** The files whose paths start like this, by path. */
  below(prefix: string): FileEntry[] {
    const all = this.inOrder();
    const found: FileEntry[] = [];
    for (let at = firstFrom(all, prefix); at < all.length; at++) {
      const entry = all[at];
      if (entry === undefined || !entry.path.startsWith(prefix)) break;
      found.push(entry);
    }
    return found;
  }

  /** Some of the files by path. Numbers are sorted much faster than texts. */
  putInOrder(files: Iterable<FileEntry>): FileEntry[] {
    const all = this.inOrder();
    const places = Uint32Array.from(files, (entry) => entry.order).sort();
    return Array.from(places, (at) => all[at]).filter((entry) => entry !== undefined);
  }

  private invalidateOrder(): void {
    this.sorted = undefined;
    this.sortedNotes = undefined;
  }

  private names(): Map<string, FileEntry | FileEntry[]> {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (const entry of this.all()) addName(this.byName, entry);
    }
    return this.byName;
  }
}

function addName(byName: Map<string, FileEntry | FileEntry[]>, entry: FileEntry): void {
  const name = foldPath(nameOf(entry.path));
  const found = byName.get(name);
  if (found === undefined) byName.set(name, entry);
  else if (Array.isArray(found)) found.push(entry);
  else byName.set(name, [found, entry]);
}

function dropName(byName: Map<string, FileEntry | FileEntry[]>, entry: FileEntry): void {
  const name = foldPath(nameOf(entry.path));
  const found = byName.get(name);
  if (!Array.isArray(found)) {
    byName.delete(name);
    return;
  }
  const rest = found.filter((other) => other !== entry);
  const [only] = rest;
  if (rest.length === 1 && only !== undefined) byName.set(name, only);
  else byName.set(name, rest);
}

/** Where the paths from this one on begin. */
function firstFrom(sorted: readonly FileEntry[], path: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePlain(sorted[middle]?.path ?? '', path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
