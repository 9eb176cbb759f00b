import { type ContentStat, restNsOf, type Stat } from '../../store/vault/stat.ts';
import type { Summary } from './facts/summary.ts';
import { appended } from './short-lists.ts';

/** What the disk says of a file. */
export type IndexStat = Pick<Stat, 'size' | 'mtime' | 'mtimeNs' | 'birthtime'> &
  Partial<Pick<Stat, 'ino'>>;

/** The same as the index keeps it. Files made at once share their times, and often their sizes. */
export interface FileStat extends ContentStat {
  readonly birthtime: number;
}

export function toFileStat(stat: IndexStat): FileStat {
  const { size, mtime, birthtime, ino } = stat;
  const mtimeRestNs = restNsOf(stat);
  return { size, mtime, mtimeRestNs, birthtime, ...(ino !== undefined && { inode: Number(ino) }) };
}

/** What is known of a note or a canvas besides its stat, as small as it can be kept. */
export interface NoteData extends Omit<Summary, 'links'> {
  /** Targets in the order of properties, text, embeds; repeats kept. */
  readonly links: readonly LinkTarget[];
}

/** True when both are stats of the same content, as far as a stat can tell. */
export function isSameFile(a: ContentStat, b: ContentStat): boolean {
  const isSameTime = a.mtime === b.mtime && a.mtimeRestNs === b.mtimeRestNs;
  return isSameTime && a.size === b.size && (!a.inode || !b.inode || a.inode === b.inode);
}

/** A visible file of the vault. It keeps its identity through renames and edits. */
export class FileEntry {
  path: string;
  #stat: FileStat;
  /** Present for notes and canvases that were read. */
  data: NoteData | undefined;
  /** The page that queries made of the present data, until `releasePages`. */
  page: object | undefined;
  /** The place among all files by path, as of the last time they were put in order. */
  order = 0;

  constructor(path: string, stat: FileStat) {
    this.path = path;
    this.#stat = stat;
  }

  get stat(): FileStat {
    return this.#stat;
  }

  set stat(stat: FileStat) {
    this.#stat = stat;
    this.page = undefined;
  }

  get size(): number {
    return this.#stat.size;
  }

  get mtimeMs(): number {
    return this.#stat.mtime;
  }

  /** Some file systems do not know when a file was born. */
  get birthMs(): number {
    const { birthtime, mtime } = this.#stat;
    return birthtime > 0 ? birthtime : mtime;
  }
}

const noFiles: FileEntry[] = [];

/** One spelling of a link's path, and the files that use it. */
export class LinkTarget {
  /** As written, without subpath. Empty for links to the note itself. */
  readonly text: string;
  /** Each file once. */
  sources: FileEntry[] = noFiles;
  /** The file it leads to when that does not depend on the source; valid for one `linkEpoch`. */
  known: FileEntry | undefined;
  knownEpoch = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Adds a source, which may be the one that was added last. */
  add(source: FileEntry): void {
    if (this.sources[this.sources.length - 1] !== source) {
      this.sources = appended(this.sources, source);
    }
  }
}
