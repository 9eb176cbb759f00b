import type { Stat } from '../vault/stat.ts';
import type { LinkTarget } from './link-table.ts';

/** What the disk says of a file. */
export type IndexStat = Pick<Stat, 'size' | 'mtime' | 'mtimeNs' | 'birthtime'> &
  Partial<Pick<Stat, 'ino'>>;

/** The same as the index keeps it. */
export interface FileStat {
  readonly size: number;
  /** Whole milliseconds, and the nanoseconds beyond them. */
  readonly mtimeMs: number;
  readonly mtimeRestNs: number;
  readonly birthMs: number;
  /** Which file it is, where that is known: files made at once share their times, and often their sizes. */
  readonly ino?: number;
}

export function toFileStat({ size, mtime, mtimeNs, birthtime, ino }: IndexStat): FileStat {
  return {
    size,
    mtimeMs: mtime,
    mtimeRestNs: Number(mtimeNs % 1_000_000n),
    // Some file systems do not know when a file was born.
    birthMs: birthtime > 0 ? birthtime : mtime,
    ...(ino !== undefined && { ino: Number(ino) }),
  };
}

/** What is known of a note or a canvas besides its stat, as small as it can be kept. */
export interface NoteData {
  /** Targets in the order of properties, text, embeds; repeats kept. */
  readonly links: readonly LinkTarget[];
  /** With `#`, as written: those of properties first, then those of the text; repeats kept. */
  readonly tags: readonly string[];
  /** How many of the tags stand in properties. */
  readonly propertyTags: number;
  /** How many of the links do. */
  readonly propertyLinks: number;
  /** Names of the top-level properties. */
  readonly keys: readonly string[];
  /** One letter for each key: what kind of value it has. */
  readonly kinds: string;
  readonly aliases: readonly string[];
  readonly openTasks: number;
  readonly doneTasks: number;
  /** Everything that only queries ask for, packed; see `detail.ts`. */
  readonly detail: string;
}

/** True when both are stats of the same content, as far as a stat can tell. */
export function isSameFile(a: FileStat, b: FileStat): boolean {
  const isSameTime = a.mtimeMs === b.mtimeMs && a.mtimeRestNs === b.mtimeRestNs;
  return isSameTime && a.size === b.size && (!a.ino || !b.ino || a.ino === b.ino);
}

/** What was read from files earlier and is still packed. */
export interface Pile {
  /** Gives its files their data. */
  unpack(): void;
}

/** A visible file of the vault. It keeps its identity through renames and edits. */
export class FileEntry implements FileStat {
  path: string;
  size = 0;
  mtimeMs = 0;
  mtimeRestNs = 0;
  birthMs = 0;
  ino = 0;
  /** Where the data is until somebody asks for it. */
  pile: Pile | undefined;
  /** The data, unless it is still in a pile. */
  unpacked: NoteData | undefined;
  /** What was made of the present data for queries, until `releasePages`. */
  page: object | undefined;
  /** The place among all files by path, as of the last time they were put in order. */
  order = 0;

  constructor(path: string, stat: FileStat) {
    this.path = path;
    this.setStat(stat);
  }

  /** Present for notes and canvases that were read. */
  get data(): NoteData | undefined {
    this.pile?.unpack();
    return this.unpacked;
  }

  get hasData(): boolean {
    return this.pile !== undefined || this.unpacked !== undefined;
  }

  setStat({ size, mtimeMs, mtimeRestNs, birthMs, ino = 0 }: FileStat): void {
    this.size = size;
    this.mtimeMs = mtimeMs;
    this.mtimeRestNs = mtimeRestNs;
    this.birthMs = birthMs;
    this.ino = ino;
    this.page = undefined;
  }
}
