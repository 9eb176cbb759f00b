import type { Stat } from '../vault/stat.ts';
import type { LinkTarget } from './link-table.ts';

/** What the index keeps of a file's stat. */
export type IndexStat = Pick<Stat, 'size' | 'mtime' | 'mtimeNs' | 'birthtime'>;

/** What is known of a note or a canvas besides its stat, as small as it can be kept. */
export interface NoteData {
  /** Targets in the order of properties, text, embeds; repeats kept. */
  readonly links: readonly LinkTarget[];
  /** With `#`, as written: those of properties first, then those of the text; repeats kept. */
  readonly tags: readonly string[];
  /** How many of the tags stand in properties. */
  readonly propertyTags: number;
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

/** A visible file of the vault. It keeps its identity through renames and edits. */
export class FileEntry {
  path: string;
  size = 0;
  /** Whole milliseconds, and the nanoseconds beyond them. */
  mtimeMs = 0;
  mtimeRestNs = 0;
  birthMs = 0;
  /** Present for notes and canvases that were read. */
  data: NoteData | undefined;
  /** What was made of the present data for queries, as long as somebody holds it. */
  page: WeakRef<object> | undefined;

  constructor(path: string, stat: IndexStat) {
    this.path = path;
    this.setStat(stat);
  }

  setStat({ size, mtime, mtimeNs, birthtime }: IndexStat): void {
    this.size = size;
    this.mtimeMs = mtime;
    this.mtimeRestNs = Number(mtimeNs % 1_000_000n);
    // Some file systems do not know when a file was born.
    this.birthMs = birthtime > 0 ? birthtime : mtime;
    this.page = undefined;
  }

  /** True when the stat is that of the content we know. */
  hasStat({ size, mtime, mtimeNs }: Pick<IndexStat, 'size' | 'mtime' | 'mtimeNs'>): boolean {
    return (
      this.size === size &&
      this.mtimeMs === mtime &&
      this.mtimeRestNs === Number(mtimeNs % 1_000_000n)
    );
  }
}
