import { isHidden } from '../../../contract/paths.ts';
import { detach } from './detach.ts';
import type { PackedFacts, PackedNote } from './facts/packed-note.ts';
import { mayHaveData, type Summary, summarize } from './facts/summary.ts';
import {
  FileEntry,
  type FileStat,
  type IndexStat,
  type LinkTarget,
  toFileStat,
} from './file-entry.ts';
import { FileTable } from './file-table.ts';
import { LinkTable } from './links/link-table.ts';
import { extensionOf } from './links/names.ts';
import { Owners } from './links/owners.ts';
import { equalTargets, meaningOf, resolveIn } from './links/resolve.ts';

/** Files that Obsidian knows; others can be linked to only when the vault says so. */
const knownExtensions = new Set(
  (
    'md base canvas avif bmp gif jpeg jpg png svg webp flac m4a mp3 ogg wav webm 3gp mkv mov mp4 ' +
    'ogv pdf'
  ).split(' '),
);

/** True when the name ends in an extension that Obsidian knows. */
export function isKnownExtension(path: string): boolean {
  return knownExtensions.has(extensionOf(path));
}

export interface IndexOptions {
  /** Whether files of any kind can be linked to; asked at every answer. */
  readonly linksToAnyFile?: () => boolean;
  /** Whether a file is bookmarked. */
  readonly isStarred?: (path: string) => boolean;
  /** The text of a note. */
  readonly textOf?: (path: string) => string | undefined;
}

const noWords: readonly string[] = [];

/** The facts of all notes, kept in step with the files. It holds no text. */
export class NoteIndex {
  /** Grows with every change. */
  epoch = 0;
  /** Grows when a file is added, removed or renamed: then links may lead to other files. */
  linkEpoch = 0;
  readonly isStarred: (path: string) => boolean;
  readonly textOf: (path: string) => string | undefined;
  private readonly linksToAnyFile: () => boolean;
  files = new FileTable();
  readonly links = new LinkTable();
  readonly tags = new Owners();
  readonly keys = new Owners();
  /** By the folded alias. */
  readonly aliases = new Owners();

  constructor(options: IndexOptions = {}) {
    this.linksToAnyFile = options.linksToAnyFile ?? (() => false);
    this.isStarred = options.isStarred ?? (() => false);
    this.textOf = options.textOf ?? (() => undefined);
  }

  /** Indexes the text of a file; only notes and canvases have facts. */
  update(path: string, text: string, stat: IndexStat): void {
    if (!isHidden(path)) this.put(path, toFileStat(stat), summarize(path, text));
  }

  /** Adds a file that has no facts, or whose content is not known. */
  setFile(path: string, stat: IndexStat): void {
    if (!isHidden(path)) this.put(path, toFileStat(stat), undefined);
  }

  /** Sets which files there are, before any of them is indexed. */
  setFiles(files: FileTable): void {
    this.files = files;
    this.linkEpoch++;
    this.epoch++;
  }

  /** Sets the stat and the facts of a visible file. */
  put(path: string, stat: FileStat, summary: Summary | undefined): FileEntry {
    const entry = this.files.get(path) ?? this.add(path, stat);
    entry.stat = stat;
    this.setData(entry, summary);
    this.epoch++;
    return entry;
  }

  /**
   * Sets the facts of a file whose stat has not changed to those of a note that was packed with
   * others. `shared` are the same facts with words of the index; they get those of the note.
   */
  setFacts(
    entry: FileEntry,
    note: PackedNote<string>,
    words: PackedFacts<string>,
    shared: PackedFacts<LinkTarget>,
  ): void {
    if (entry.data !== undefined) this.setData(entry, undefined);
    for (const link of note.numbersOf('links')) {
      const target = shared.links[link] ?? this.links.intern(words.links[link] ?? '', true);
      target.add(entry);
      shared.links[link] = target;
    }
    for (const tag of note.numbersOf('tags')) {
      shared.tags[tag] = this.tags.add(words.tags[tag] ?? '', entry);
    }
    for (const key of note.numbersOf('keys')) {
      shared.keys[key] = this.keys.add(words.keys[key] ?? '', entry);
    }
    for (const alias of note.numbersOf('aliases')) {
      this.aliases.add(fold(words.aliases[alias] ?? ''), entry);
    }
    entry.page = undefined;
    entry.data = note.with(shared);
    this.epoch++;
  }

  /** Removes a file, or everything below a folder. */
  remove(path: string): void {
    for (const entry of this.files.within(path)) {
      this.setData(entry, undefined);
      this.files.delete(entry);
      this.linkEpoch++;
      this.epoch++;
    }
  }

  /** Moves a file or a folder to its new path. Nothing is read again. */
  rename(from: string, to: string): void {
    if (isHidden(to)) {
      this.remove(from);
      return;
    }
    const moving = this.files.within(from);
    for (const entry of moving) this.files.delete(entry);
    for (const entry of moving) {
      const path = to + entry.path.slice(from.length);
      const stale = this.files.get(path);
      if (stale !== undefined) {
        this.setData(stale, undefined);
        this.files.delete(stale);
      }
      entry.path = path;
      entry.page = undefined;
      // A file that stops being a note has no facts any more.
      if (!mayHaveData(path)) this.setData(entry, undefined);
      this.files.add(entry);
    }
    this.linkEpoch++;
    this.epoch++;
  }

  /**
   * The file that a link's path, without subpath, leads to from a note. For a caller who may not
   * see every file, the others are treated as if they did not exist.
   */
  resolve(
    linkPath: string,
    from: FileEntry | string,
    mayRead?: (path: string) => boolean,
  ): FileEntry | undefined {
    const mayLead =
      mayRead === undefined
        ? this.mayLead
        : (file: FileEntry) => this.mayLead(file) && mayRead(file.path);
    return resolveIn(this.files, meaningOf(this.files, linkPath, mayLead), from, mayLead);
  }

  /** The files that a link's path fits equally well; the first is the one it leads to. */
  ambiguousTargets(linkPath: string, from: string): readonly FileEntry[] {
    const meaning = meaningOf(this.files, linkPath, this.mayLead);
    const equal = equalTargets(meaning, from);
    if (equal.length > 1) return equal;
    const found = resolveIn(this.files, meaning, from, this.mayLead);
    return found === undefined ? [] : [found];
  }

  /** The same for a link that the index keeps. */
  follow(
    target: LinkTarget,
    from: FileEntry,
    mayRead?: (path: string) => boolean,
  ): FileEntry | undefined {
    const found = this.resolveTarget(target, from);
    // The best of all files is the best of those that may be read, so only a hidden one needs another search.
    if (found === undefined || mayRead === undefined || mayRead(found.path)) return found;
    return this.resolve(target.text, from, mayRead);
  }

  /** Releases the pages that queries made; they are made again when they are needed. */
  releasePages(): void {
    for (const file of this.files.all()) file.page = undefined;
  }

  /** Settings have changed, so that links may lead to other files. */
  invalidateLinks(): void {
    this.linkEpoch++;
    this.epoch++;
  }

  /** A target that does not depend on the note is resolved once. */
  private resolveTarget(target: LinkTarget, from: FileEntry): FileEntry | undefined {
    if (target.knownEpoch === this.linkEpoch) return target.known;
    const meaning = meaningOf(this.files, target.text, this.mayLead);
    if (meaning.kind === 'file' || meaning.kind === 'nothing') {
      target.known = meaning.kind === 'file' ? meaning.file : undefined;
      target.knownEpoch = this.linkEpoch;
      return target.known;
    }
    return resolveIn(this.files, meaning, from, this.mayLead);
  }

  private readonly mayLead = (file: FileEntry): boolean =>
    this.linksToAnyFile() || isKnownExtension(file.path);

  private add(path: string, stat: FileStat): FileEntry {
    const entry = new FileEntry(path, stat);
    this.files.add(entry);
    this.linkEpoch++;
    return entry;
  }

  /** The strings of a summary may be parts of its text, so those that are kept are copied. */
  private setData(entry: FileEntry, summary: Summary | undefined): void {
    const old = entry.data;
    if (old === undefined && summary === undefined) return;
    const targets = summary?.links.map((text) => this.links.intern(text)) ?? [];
    this.links.replace(entry, old?.links ?? [], targets);
    const tags = this.tags.replace(entry, old?.tags ?? [], summary?.tags ?? []);
    const keys = this.keys.replace(entry, old?.keys ?? [], summary?.keys ?? []);
    const aliases = summary?.aliases.map(detach) ?? [];
    this.aliases.replace(entry, old?.aliases.map(fold) ?? [], aliases.map(fold));
    entry.page = undefined;
    entry.data = summary && {
      links: targets,
      tags,
      keys,
      kinds: summary.kinds,
      aliases: aliases.length === 0 ? noWords : aliases,
      detail: summary.detail,
      propertyTags: summary.propertyTags,
      propertyLinks: summary.propertyLinks,
      openTasks: summary.openTasks,
      doneTasks: summary.doneTasks,
    };
  }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
