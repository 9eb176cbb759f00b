import { placeOf, type VaultChange } from '../../../contract/events.ts';
import { isHidden, isNote } from '../../../contract/paths.ts';
import type { Stat } from '../../store/vault/stat.ts';
import type { Search } from '../search/create-search.ts';
import { decodeNote } from './analyse-notes.ts';
import { mayHaveData, summarize } from './facts/summary.ts';
import {
  type FileEntry,
  type FileStat,
  type IndexStat,
  isSameFile,
  toFileStat,
} from './file-entry.ts';
import { NoteIndex } from './note-index.ts';
import { isText } from './read-blocks.ts';

/** An entry of the vault, as it is listed. */
export interface ListedFile {
  readonly path: string;
  readonly stat: IndexStat & Pick<Stat, 'type'>;
}

/** How the files of a vault are reached. */
export interface VaultFiles {
  /** Every entry of the vault, some at a time. Links are not followed. */
  files(): Iterable<readonly ListedFile[]>;
  /** One file of the vault; undefined when there is none. */
  stat(path: string): IndexStat | undefined;
  /** Reads a file. Throws when it is not there or may not be read. */
  read(path: string): { readonly bytes: Buffer; readonly stat: IndexStat };
}

export interface LiveNotesOptions extends VaultFiles {
  readonly linksToAnyFile?: () => boolean;
  readonly isStarred?: (path: string) => boolean;
}

/** The index and the texts of a vault, kept in step with its files. */
export class LiveNotes {
  readonly index: NoteIndex;
  readonly search: Search;
  /** Files whose text is still to be read. */
  readonly unread = new Set<FileEntry>();
  /** Files whose facts are not known yet. */
  readonly pending = new Set<FileEntry>();
  readonly #vault: VaultFiles;

  constructor(options: LiveNotesOptions, search: Search) {
    const { linksToAnyFile, isStarred } = options;
    this.#vault = options;
    this.search = search;
    this.index = new NoteIndex({
      textOf: (path) => this.textOf(path),
      ...(linksToAnyFile && { linksToAnyFile }),
      ...(isStarred && { isStarred }),
    });
  }

  /** The text of a note or another file, from memory where it is there. */
  textOf(path: string): string | undefined {
    const kept = this.search.textOf(path);
    if (kept !== undefined) return kept;
    try {
      return this.#vault.read(path).bytes.toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** Applies changes in order. Afterwards the index is in the new state. */
  apply(changes: readonly VaultChange[]): void {
    for (const change of changes) {
      if (change.kind === 'renamed') this.#rename(change.path, change.newPath, change.type);
      else if (change.kind === 'deleted') this.#remove(change.path, change.type);
      else if (change.type === 'file') this.readNow(change.path);
      // The file was replaced by a link.
      else if (change.type === 'symlink') this.#remove(change.path, 'file');
    }
    for (const change of changes) this.#compare(change);
  }

  /** Indexes one file as it is now. One that cannot be read is listed without facts. */
  readNow(path: string): void {
    if (isHidden(path)) return;
    try {
      if (mayHaveData(path)) {
        const { bytes, stat } = this.#vault.read(path);
        this.#put(path, toFileStat(stat), bytes);
        return;
      }
    } catch {
      // Too large, unreadable, or deleted in the meantime: its stat says which.
    }
    const stat = this.#vault.stat(path);
    if (stat === undefined) this.#remove(path, 'file');
    else this.#putUnknown(path, toFileStat(stat));
  }

  /** Reads only the text of a note; its facts follow later. */
  readText(file: FileEntry): void {
    try {
      const { bytes, stat } = this.#vault.read(file.path);
      if (!isText(bytes)) {
        this.#putUnknown(file.path, toFileStat(stat));
        return;
      }
      file.stat = toFileStat(stat);
      this.search.set(file.path, bytes);
      this.unread.delete(file);
    } catch {
      this.readNow(file.path);
    }
  }

  /** The facts of the file are known, or cannot be known. */
  markComplete(file: FileEntry): void {
    this.unread.delete(file);
    this.pending.delete(file);
  }

  #put(path: string, stat: FileStat, bytes: Buffer): void {
    if (!isText(bytes)) {
      this.#putUnknown(path, stat);
      return;
    }
    this.markComplete(this.index.put(path, stat, summarize(path, decodeNote(bytes))));
    if (isNote(path)) this.search.set(path, bytes);
  }

  #putUnknown(path: string, stat: FileStat): void {
    this.search.remove(path);
    this.markComplete(this.index.put(path, stat, undefined));
  }

  /**
   * Changes come after the fact. What was read for one of them may have been written later, and be
   * on its way to another path by now. So what is known is compared with what should be there.
   */
  #compare(change: VaultChange): void {
    if (change.kind === 'deleted') return;
    const path = placeOf(change);
    const files = change.type === 'folder' ? this.index.files.within(path) : [];
    const file = this.index.files.get(path);
    for (const entry of file === undefined ? files : [file]) {
      const stat = this.#vault.stat(entry.path);
      if (stat === undefined || this.unread.has(entry)) continue;
      const isKnown = entry.data !== undefined || this.pending.has(entry);
      if (!isKnown && mayHaveData(entry.path)) this.readNow(entry.path);
      else if (!isSameFile(entry.stat, toFileStat(stat))) this.readNow(entry.path);
    }
  }

  #remove(path: string, type: VaultChange['type']): void {
    for (const file of this.index.files.within(path)) this.markComplete(file);
    this.index.remove(path);
    if (type === 'folder') this.search.removeFolder(path);
    else this.search.remove(path);
  }

  #rename(from: string, to: string, type: VaultChange['type']): void {
    if (isHidden(to)) {
      this.#remove(from, type);
      return;
    }
    const unknown = this.#unknownAfter(from, to, type);
    for (const file of this.index.files.within(to)) this.markComplete(file);
    this.index.rename(from, to);
    if (type === 'folder') this.search.renameFolder(from, to);
    else this.search.rename(from, to);
    for (const path of unknown) this.readNow(path);
  }

  /** What must be read when something gets a new path: what was hidden, or is another kind now. */
  #unknownAfter(from: string, to: string, type: VaultChange['type']): string[] {
    if (type === 'folder') {
      if (!isHidden(from)) return [];
      const inside = [...this.#vault.files()]
        .flat()
        .filter(({ path, stat }) => stat.type === 'file' && path.startsWith(`${to}/`));
      return inside.map(({ path }) => path);
    }
    const file = this.index.files.get(from);
    const isKnown = file !== undefined && (file.data !== undefined || this.pending.has(file));
    return isKnown && mayHaveData(to) ? [] : [to];
  }
}
