import { isNote } from '../../../../contract/paths.ts';
import type { Properties } from '../../../text/markdown/note.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import { toRawItems } from '../../query/page/raw-items.ts';
import type { Page, PageSource, RawItem, RawLink } from '../../query/source.ts';
import type { FileEntry, NoteData } from '../file-entry.ts';
import { backlinks, linkMap, type MayRead } from '../links/graph.ts';
import type { NoteIndex } from '../note-index.ts';
import { type Detail, type StoredField, type StoredHeading, unpackDetail } from './detail.ts';
import { hasLooseTag, looselyTagged } from './loose-tags.ts';
import { notesWithTag } from './tags.ts';

/** One note for queries. A changed note is another page. */
export class IndexedPage implements Page {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  cached: object | undefined;
  readonly #index: NoteIndex;
  readonly #data: NoteData | undefined;

  constructor(index: NoteIndex, { path, size, birthMs, mtimeMs, data }: FileEntry) {
    this.path = path;
    this.size = size;
    this.ctimeMs = birthMs;
    this.mtimeMs = mtimeMs;
    this.#index = index;
    this.#data = data;
  }

  get isStarred(): boolean {
    return this.#index.isStarred(this.path);
  }

  get bodyTags(): readonly string[] {
    return this.#data?.tags.slice(this.#data.propertyTags) ?? [];
  }

  get frontmatter(): Properties | undefined {
    return this.#unpacked.frontmatter;
  }

  get inlineFields(): readonly StoredField[] {
    return this.#unpacked.fields;
  }

  get headings(): readonly StoredHeading[] {
    return this.#unpacked.headings;
  }

  /** Links of properties, then of the text, then embeds. */
  get links(): readonly RawLink[] {
    const links = this.#data?.links ?? [];
    return this.#unpacked.extras.map(({ subpath, display, isEmbed }, at) => ({
      target: (links[at]?.text ?? '') + subpath,
      display,
      isEmbed,
    }));
  }

  /** The note is scanned again for them: they are needed rarely and would take much memory. */
  items(): readonly RawItem[] {
    const text = this.#index.textOf(this.path);
    return text === undefined ? [] : toRawItems(scanNote(text), text);
  }

  /** Several members are often read in a row, and rarely again, so only the last one is kept. */
  get #unpacked(): Detail {
    if (lastUnpacked.data !== this.#data) {
      const paths = this.#data?.links.map(({ text }) => text) ?? [];
      lastUnpacked = { data: this.#data, detail: unpackDetail(this.#data?.detail ?? '', paths) };
    }
    return lastUnpacked.detail;
  }
}

/** It knows the data and not the page: a page would keep all that was made of it from going. */
let lastUnpacked: { data: NoteData | undefined; detail: Detail } = {
  data: undefined,
  detail: unpackDetail('', []),
};

/** The notes of an index as queries ask for them, for one caller. */
export class IndexedPages implements PageSource {
  private readonly index: NoteIndex;
  private readonly mayRead: MayRead;

  constructor(index: NoteIndex, mayRead: MayRead) {
    this.index = index;
    this.mayRead = mayRead;
  }

  /** Grows with every change of what the vault holds. */
  get epoch(): number {
    return this.index.epoch;
  }

  get linkEpoch(): number {
    return this.index.linkEpoch;
  }

  get pageCount(): number {
    return this.index.files.noteCount;
  }

  pages(): IndexedPage[] {
    const pages: IndexedPage[] = [];
    for (const file of this.index.files.notesInOrder()) {
      if (this.mayRead(file.path)) pages.push(this.toPage(file));
    }
    return pages;
  }

  page(path: string): IndexedPage | undefined {
    const file = this.index.files.get(path);
    return file !== undefined && this.isPage(file) ? this.toPage(file) : undefined;
  }

  pagesWithTag(tag: string): IndexedPage[] {
    const known = notesWithTag(this.index, tag);
    const loose = looselyTagged(this.index);
    if (loose.length === 0) return this.toPages(known);
    const found = new Set(known);
    for (const file of loose) if (hasLooseTag(this.toPage(file), tag)) found.add(file);
    return this.toPages(this.index.files.putInOrder(found));
  }

  /** Undefined when there is no such folder. */
  pagesInFolder(folder: string): IndexedPage[] | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    const inside = this.index.files.below(prefix).filter((file) => this.mayRead(file.path));
    return inside.length === 0 && folder !== '' ? undefined : this.toPages(inside);
  }

  /** Pages that link to a file, properties and embeds included. */
  pagesLinkingTo(path: string): IndexedPage[] {
    return backlinks(this.index, path, this.mayRead).flatMap((link) => this.page(link.path) ?? []);
  }

  /** Pages that hold a link of exactly this path which leads nowhere. */
  pagesMissing(target: string): IndexedPage[] {
    const link = this.index.links.find(target);
    if (link === undefined) return [];
    const missing = link.sources.filter(
      (source) => this.index.follow(link, source, this.mayRead) === undefined,
    );
    return this.toPages(this.index.files.putInOrder(missing));
  }

  /** The files that a note links to, each once: by its text, embeds, properties. */
  filesLinkedFrom(path: string): string[] | undefined {
    const file = this.index.files.get(path);
    if (file === undefined || !this.isPage(file)) return undefined;
    const { links = [], propertyLinks = 0 } = file.data ?? {};
    const targets = [...links.slice(propertyLinks), ...links.slice(0, propertyLinks)].flatMap(
      (link) => this.index.follow(link, file, this.mayRead) ?? [],
    );
    return [...new Set(targets.map((target) => target.path))];
  }

  /** Paths of links of a note that lead nowhere, each once, as written. */
  missingFrom(path: string): string[] {
    return [...(linkMap(this.index, path, this.mayRead)?.unresolved.keys() ?? [])];
  }

  resolve(linkPath: string, from: string): string | undefined {
    return this.index.resolve(linkPath, from, this.mayRead)?.path;
  }

  hasFile(path: string): boolean {
    return this.index.files.get(path) !== undefined && this.mayRead(path);
  }

  readText(path: string): string | undefined {
    return this.hasFile(path) ? this.index.textOf(path) : undefined;
  }

  private toPages(files: readonly FileEntry[]): IndexedPage[] {
    return files.filter((file) => this.isPage(file)).map((file) => this.toPage(file));
  }

  private isPage(file: FileEntry): boolean {
    return isNote(file.path) && this.mayRead(file.path);
  }

  /** The same page as long as the note does not change and the pages are not released. */
  private toPage(file: FileEntry): IndexedPage {
    if (file.page instanceof IndexedPage) return file.page;
    const page = new IndexedPage(this.index, file);
    file.page = page;
    return page;
  }
}
