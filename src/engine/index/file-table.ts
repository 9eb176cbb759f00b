import { isNote } from '../../contract/paths.ts';
import type { FileEntry } from './file-entry.ts';
import { comparePlain, foldPath, lastName } from './names.ts';

/** All visible files, by path and by name. */
export class FileTable {
  private readonly byPath = new Map<string, FileEntry>();
  /** By folded name; nearly all names are unique, so one entry stands for itself. */
  private readonly byName = new Map<string, FileEntry | FileEntry[]>();
  private sorted: FileEntry[] | undefined;
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
    this.addName(entry);
    if (isNote(entry.path)) this.notes++;
    this.sorted = undefined;
  }

  delete(entry: FileEntry): void {
    this.byPath.delete(entry.path);
    this.dropName(entry);
    if (isNote(entry.path)) this.notes--;
    this.sorted = undefined;
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
    const found = this.byName.get(name);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }

  /** All files by path, in code unit order. */
  inOrder(): readonly FileEntry[] {
    this.sorted ??= [...this.byPath.values()].sort((a, b) => comparePlain(a.path, b.path));
    return this.sorted;
  }

  private addName(entry: FileEntry): void {
    const name = foldPath(lastName(entry.path));
    const found = this.byName.get(name);
    if (found === undefined) this.byName.set(name, entry);
    else if (Array.isArray(found)) found.push(entry);
    else this.byName.set(name, [found, entry]);
  }

  private dropName(entry: FileEntry): void {
    const name = foldPath(lastName(entry.path));
    const found = this.byName.get(name);
    if (!Array.isArray(found)) {
      this.byName.delete(name);
      return;
    }
    const rest = found.filter((other) => other !== entry);
    const [only] = rest;
    if (rest.length === 1 && only !== undefined) this.byName.set(name, only);
    else this.byName.set(name, rest);
  }
}
