import { isNote } from '../../contract/paths.ts';
import type { Properties } from '../markdown/note.ts';
import { type Detail, type StoredField, unpackDetail } from './detail.ts';
import type { FileEntry } from './file-entry.ts';
import { backlinks, linkMap, type MayRead } from './graph.ts';
import { comparePlain } from './names.ts';
import type { NoteIndex } from './note-index.ts';
import { notesWithTag } from './tags.ts';

/** A link of a note, as written. */
export interface PageLink {
  readonly target: string;
  /** What Obsidian shows for it. */
  readonly display: string;
  readonly isEmbed: boolean;
}

/** One note for queries. A changed note is another page. */
export class IndexedPage {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly bodyTags: readonly string[];
  readonly openTasks: number;
  readonly doneTasks: number;
  readonly #paths: readonly string[];
  readonly #packed: string;
  #detail: Detail | undefined;

  constructor({ path, size, birthMs, mtimeMs, data }: FileEntry) {
    this.path = path;
    this.size = size;
    this.ctimeMs = birthMs;
    this.mtimeMs = mtimeMs;
    this.bodyTags = data?.tags.slice(data.propertyTags) ?? [];
    this.openTasks = data?.openTasks ?? 0;
    this.doneTasks = data?.doneTasks ?? 0;
    this.#paths = data?.links.map(({ text }) => text) ?? [];
    this.#packed = data?.detail ?? '';
  }

  get frontmatter(): Properties | undefined {
    return this.#unpacked.frontmatter;
  }

  get inlineFields(): readonly StoredField[] {
    return this.#unpacked.fields;
  }

  /** Links of properties, then of the text, then embeds. */
  get links(): readonly PageLink[] {
    return this.#unpacked.extras.map(({ subpath, display, isEmbed }, at) => ({
      target: (this.#paths[at] ?? '') + subpath,
      display,
      isEmbed,
    }));
  }

  get #unpacked(): Detail {
    this.#detail ??= unpackDetail(this.#packed, this.#paths);
    return this.#detail;
  }
}

/** The notes of an index as queries ask for them, for one caller. */
export class IndexedPages {
  private readonly index: NoteIndex;
  private readonly mayRead: MayRead;

  constructor(index: NoteIndex, mayRead: MayRead) {
    this.index = index;
    this.mayRead = mayRead;
  }

  get linkEpoch(): number {
    return this.index.linkEpoch;
  }

  get pageCount(): number {
    return this.index.files.noteCount;
  }

  *pages(): Generator<IndexedPage> {
    for (const file of this.index.files.inOrder()) if (this.isPage(file)) yield pageOf(file);
  }

  page(path: string): IndexedPage | undefined {
    const file = this.index.files.get(path);
    return file !== undefined && this.isPage(file) ? pageOf(file) : undefined;
  }

  pagesWithTag(tag: string): IndexedPage[] {
    return this.toPages(notesWithTag(this.index, tag));
  }

  /** Undefined when there is no such folder. */
  pagesInFolder(folder: string): IndexedPage[] | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    const inside = this.index.files
      .inOrder()
      .filter((file) => file.path.startsWith(prefix) && this.mayRead(file.path));
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
    const missing = link.sources.filter((source) => this.index.follow(link, source) === undefined);
    return this.toPages(missing.sort((a, b) => comparePlain(a.path, b.path)));
  }

  /** The files that a note links to, each once; undefined for no note. */
  filesLinkedFrom(path: string): string[] | undefined {
    if (!isNote(path) || !this.mayRead(path)) return undefined;
    const map = linkMap(this.index, path, this.mayRead);
    return map && [...map.resolved.keys()];
  }

  resolve(linkPath: string, from: string): string | undefined {
    const file = this.index.resolve(linkPath, from);
    return file !== undefined && this.mayRead(file.path) ? file.path : undefined;
  }

  hasFile(path: string): boolean {
    return this.index.files.get(path) !== undefined && this.mayRead(path);
  }

  private toPages(files: readonly FileEntry[]): IndexedPage[] {
    return files.filter((file) => this.isPage(file)).map(pageOf);
  }

  private isPage(file: FileEntry): boolean {
    return isNote(file.path) && this.mayRead(file.path);
  }
}

/** The same page as long as the note does not change and somebody holds it. */
function pageOf(file: FileEntry): IndexedPage {
  const known = file.page?.deref();
  if (known instanceof IndexedPage) return known;
  const page = new IndexedPage(file);
  file.page = new WeakRef(page);
  return page;
}
