import { isHidden } from '../../../contract/paths.ts';
import type { NoteFields } from '../search/types.ts';
import { detach } from './detach.ts';
import { unpackHeadings } from './facts/detail.ts';
import { mayHaveData, type Summary, summarize } from './facts/summary.ts';
import {
  FileEntry,
  type FileStat,
  type IndexStat,
  isSameFile,
  type NoteData,
  type Pile,
  toFileStat,
} from './file-entry.ts';
import { FileTable } from './file-table.ts';
import { LinkTable, type LinkTarget } from './links/link-table.ts';
import { extensionOf } from './links/names.ts';
import { type Owned, Owners } from './links/owners.ts';
import { meaningOf, resolveIn, rivalsIn } from './links/resolve.ts';
import type { PackedFiles } from './snapshot/packed-files.ts';

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

/** What was made of the words of packed files. */
interface Made {
  readonly links: LinkTarget[];
  readonly tags: Owned[];
  readonly keys: Owned[];
}

const noWords: readonly string[] = [];

/** All that is known of the notes, kept in step with the files. It holds no text. */
export class NoteIndex {
  /** Grows with every change. */
  epoch = 0;
  /** Grows when a file comes, goes or moves: then links may lead elsewhere. */
  linkEpoch = 0;
  readonly isStarred: (path: string) => boolean;
  readonly textOf: (path: string) => string | undefined;
  private readonly linksToAnyFile: () => boolean;
  private readonly table = new FileTable();
  /** What is still to be put in before anybody looks. */
  private filling: Iterator<void, void> | undefined;
  private readonly linkTable = new LinkTable();
  private readonly tagOwners = new Owners();
  private readonly keyOwners = new Owners();
  private readonly aliasOwners = new Owners();
  /** Files whose data nobody has asked for yet. */
  private readonly piles = new Set<Pile>();
  private lastList: readonly string[] = noWords;

  constructor(options: IndexOptions = {}) {
    this.linksToAnyFile = options.linksToAnyFile ?? (() => false);
    this.isStarred = options.isStarred ?? (() => false);
    this.textOf = options.textOf ?? (() => undefined);
  }

  get files(): FileTable {
    this.fill();
    return this.table;
  }

  get links(): LinkTable {
    this.unpackAll();
    return this.linkTable;
  }

  get tags(): Owners {
    this.unpackAll();
    return this.tagOwners;
  }

  get keys(): Owners {
    this.unpackAll();
    return this.keyOwners;
  }

  /** By the folded alias. */
  get aliases(): Owners {
    this.unpackAll();
    return this.aliasOwners;
  }

  /** Takes in the text of a file; only notes and canvases are read. */
  update(path: string, text: string, stat: IndexStat): void {
    this.put(path, toFileStat(stat), summarize(path, text));
  }

  /** Takes in a file whose content means nothing to the index, or is not known. */
  setFile(path: string, stat: IndexStat): void {
    this.put(path, toFileStat(stat), undefined);
  }

  /** The same for a visible file that is new. */
  addFile(path: string, stat: IndexStat): FileEntry {
    this.epoch++;
    return this.add(path, toFileStat(stat));
  }

  /** Takes in what was read from a file, elsewhere or earlier. */
  put(path: string, stat: FileStat, summary: Summary | undefined): void {
    if (isHidden(path)) return;
    const entry = this.files.get(path) ?? this.add(path, stat);
    entry.stat = stat;
    this.setData(entry, summary);
    this.epoch++;
  }

  /**
   * Takes in those packed files that are there and still as they were. `took` is told which ones, with their
   * place among all of them. What they say is unpacked when somebody asks, or piece by piece.
   */
  load(
    packed: PackedFiles,
    isCurrent: (entry: FileEntry, stat: FileStat) => boolean,
    took: (entry: FileEntry, at: number) => void,
    find: (path: string) => FileEntry | undefined = (path) => this.files.get(path),
  ): void {
    const entries = new Array<FileEntry | undefined>(packed.count);
    const pile = { unpack: () => this.unpack(pile, packed, entries) };
    for (let path = packed.next(), at = 0; path !== undefined; path = packed.next(), at++) {
      const entry = find(path);
      const { stat } = packed;
      if (entry === undefined || !isCurrent(entry, stat)) continue;
      if (!isSameFile(entry.stat, stat)) entry.stat = stat;
      this.setData(entry, undefined);
      if (packed.hasSummary) entry.pile = pile;
      entries[at] = entry;
      took(entry, at);
    }
    this.piles.add(pile);
    this.epoch++;
  }

  /** Puts the first filling off until somebody looks: not everything is asked of the index. */
  fillLater(filling: Iterator<void, void>): void {
    this.filling = filling;
  }

  /** Puts in now what was put off. */
  fill(): void {
    while (this.filling !== undefined) this.fillSome();
  }

  /** Fills or unpacks one more piece of what was taken in; false when nothing is left. */
  unpackSome(): boolean {
    if (this.filling !== undefined) {
      this.fillSome();
      return true;
    }
    const [pile] = this.piles;
    pile?.unpack();
    return this.piles.size > 0;
  }

  /** Forgets a file, or everything below a folder. */
  remove(path: string): void {
    for (const entry of this.files.within(path)) {
      this.setData(entry, undefined);
      this.files.delete(entry);
      this.linkEpoch++;
      this.epoch++;
    }
  }

  /** Follows a file or a folder to its new path. Nothing is read again. */
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
      // A file that becomes a note or stops being one means something else now.
      if (!mayHaveData(path)) this.setData(entry, undefined);
      this.files.add(entry);
    }
    this.linkEpoch++;
    this.epoch++;
  }

  /**
   * The file that a link's path, without subpath, leads to from a note. For somebody who may not
   * see every file it is found among those they may, as if there were no others.
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
  rivals(linkPath: string, from: string): readonly FileEntry[] {
    const meaning = meaningOf(this.files, linkPath, this.mayLead);
    const rivals = rivalsIn(meaning, from);
    if (rivals.length > 1) return rivals;
    const found = resolveIn(this.files, meaning, from, this.mayLead);
    return found === undefined ? [] : [found];
  }

  /** The same for a link that the index keeps. */
  follow(
    target: LinkTarget,
    from: FileEntry,
    mayRead?: (path: string) => boolean,
  ): FileEntry | undefined {
    const found = this.leads(target, from);
    // What is best of all is best of some, so only a closed file makes us look again.
    if (found === undefined || mayRead === undefined || mayRead(found.path)) return found;
    return this.resolve(target.text, from, mayRead);
  }

  /** What counts more than the text when notes are ranked; undefined for what is no note. */
  fieldsOf(path: string): NoteFields | undefined {
    const data = this.files.get(path)?.data;
    if (data === undefined) return undefined;
    const headings = unpackHeadings(data.detail).map(({ text }) => text);
    return { headings, tags: data.tags, aliases: data.aliases };
  }

  /** Lets go of what was made for queries; it is made again when somebody asks. */
  releasePages(): void {
    for (const file of this.files.all()) file.page = undefined;
  }

  /** Says that settings are different, so that links may lead elsewhere. */
  reconsiderLinks(): void {
    this.linkEpoch++;
    this.epoch++;
  }

  /** What does not depend on the note is found once. */
  private leads(target: LinkTarget, from: FileEntry): FileEntry | undefined {
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

  /** What is put in late was there from the beginning, so this is no change. */
  private fillSome(): void {
    const { filling, epoch } = this;
    this.filling = undefined;
    if (filling?.next().done === false) this.filling = filling;
    this.epoch = epoch;
  }

  private unpackAll(): void {
    while (this.unpackSome());
  }

  private unpack(
    pile: Pile,
    packed: PackedFiles,
    entries: readonly (FileEntry | undefined)[],
  ): void {
    if (!this.piles.delete(pile)) return;
    const made: Made = { links: [], tags: [], keys: [] };
    packed.rewind();
    for (let at = 0; at < entries.length; at++, packed.step()) {
      const entry = entries[at];
      if (entry?.pile !== pile) {
        packed.skip();
        continue;
      }
      entry.pile = undefined;
      entry.unpacked = this.unpackOne(packed, entry, made);
    }
  }

  private unpackOne(packed: PackedFiles, entry: FileEntry, made: Made): NoteData {
    const links = this.linkTable.adopt(entry, packed.links, packed.linkCount, made.links);
    const tags = this.tagOwners.adopt(entry, packed.tags, packed.tagCount, made.tags);
    const keys = this.keyOwners.adopt(entry, packed.keys, packed.keyCount, made.keys);
    const rest = packed.rest();
    if (rest.aliases.length > 0) this.aliasOwners.replace(entry, [], foldAll(rest.aliases));
    return {
      links,
      tags,
      keys: this.shareList(keys),
      kinds: rest.kinds,
      aliases: rest.aliases.length === 0 ? noWords : rest.aliases,
      detail: rest.detail,
      propertyTags: rest.propertyTags,
      propertyLinks: rest.propertyLinks,
      openTasks: rest.openTasks,
      doneTasks: rest.doneTasks,
    };
  }

  /** Notes beside each other often have the same properties: then one list does for all. */
  private shareList(words: readonly string[]): readonly string[] {
    const { lastList } = this;
    const same = words.length === lastList.length && words.every((word, i) => word === lastList[i]);
    if (!same) this.lastList = words;
    return this.lastList;
  }

  private add(path: string, stat: FileStat): FileEntry {
    const entry = new FileEntry(path, stat);
    this.files.add(entry);
    this.linkEpoch++;
    return entry;
  }

  private setData(entry: FileEntry, summary: Summary | undefined): void {
    // What is still packed is in no table.
    entry.pile = undefined;
    const old = entry.unpacked;
    if (old === undefined && summary === undefined) return;
    const targets = summary?.links.map((text) => this.linkTable.intern(text)) ?? [];
    this.linkTable.replace(entry, old?.links ?? [], targets);
    const tags = this.tagOwners.replace(entry, old?.tags ?? [], summary?.tags ?? []);
    const keys = this.keyOwners.replace(entry, old?.keys ?? [], summary?.keys ?? []);
    const names = this.aliasOwners.replace(entry, foldAll(old?.aliases), foldAll(summary?.aliases));
    entry.page = undefined;
    entry.unpacked = summary && {
      links: targets,
      tags,
      keys: this.shareList(keys),
      kinds: summary.kinds,
      aliases: names.length === 0 ? noWords : summary.aliases.map(detach),
      detail: summary.detail,
      propertyTags: summary.propertyTags,
      propertyLinks: summary.propertyLinks,
      openTasks: summary.openTasks,
      doneTasks: summary.doneTasks,
    };
  }
}

function foldAll(names: readonly string[] = []): string[] {
  return names.map((name) => name.normalize('NFC').toLowerCase());
}
