import type { FileEntry } from './file-entry.ts';
import type { FileTable } from './file-table.ts';

/** Files that are listed, and what they say is still to be read. */
export class PendingFiles {
  private readonly files: FileTable;
  count = 0;

  constructor(files: FileTable) {
    this.files = files;
  }

  add(entry: FileEntry): void {
    if (!entry.isPending) this.count++;
    entry.isPending = true;
  }

  delete(entry: FileEntry | undefined): void {
    if (entry?.isPending !== true) return;
    entry.isPending = false;
    this.count--;
  }

  at(path: string): FileEntry | undefined {
    const entry = this.files.get(path);
    return entry?.isPending === true ? entry : undefined;
  }

  /** The file of that path, or those below the folder. */
  within(path: string): FileEntry[] {
    return this.count === 0 ? [] : this.files.within(path).filter(({ isPending }) => isPending);
  }
}
