/** A vault as queries see it. Paths are vault paths; pages are its notes. */
export interface PageSource {
  /** Grows when any file comes, goes or moves: then links may lead elsewhere. */
  readonly linkEpoch: number;
  /** All pages, by path in code unit order. */
  pages(): readonly Page[];
  readonly pageCount: number;
  page(path: string): Page | undefined;
  /** Pages with this tag or one below it, any case, with the `#`; by path. */
  pagesWithTag(tag: string): readonly Page[];
  /** Pages below a folder, by path; undefined when there is no such folder. */
  pagesInFolder(folder: string): readonly Page[] | undefined;
  /** Pages that link to a file, properties and embeds included; by path. */
  pagesLinkingTo(path: string): readonly Page[];
  /** Pages that hold a link of exactly this unresolved path; by path. */
  pagesMissing(target: string): readonly Page[];
  /** The files a note links to, each once: by its text, embeds, properties. Undefined for no note. */
  filesLinkedFrom(path: string): readonly string[] | undefined;
  /** Paths of links of a note that lead nowhere, each once, as written. */
  missingFrom(path: string): readonly string[];
  /** The file a link's path leads to from a note. */
  resolve(linkPath: string, from: string): string | undefined;
  hasFile(path: string): boolean;
  /** The text of a file, or undefined when there is none. */
  readText(path: string): string | undefined;
}

/** One note. A changed note is another page. */
export interface Page {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly isStarred: boolean;
  /** Properties as YAML gives them; undefined when there are none. */
  readonly frontmatter: Readonly<Record<string, unknown>> | undefined;
  /** Tags of the body, as written, with the `#`. */
  readonly bodyTags: readonly string[];
  /** Inline fields in text order, not yet interpreted. */
  readonly inlineFields: readonly RawField[];
  /** Links of properties, then of the text, then embeds. */
  readonly links: readonly RawLink[];
  /** Where queries cache what they compute from the page; it goes with the page. */
  cached?: object | undefined;
  /** List items in text order. Asked for rarely, so this may be slow. */
  items(): readonly RawItem[];
}

export interface RawField {
  readonly key: string;
  readonly value: string;
  /** Where it stands: in a task, in another list item, or elsewhere. */
  readonly holder: 'task' | 'item' | 'text';
}

export interface RawLink {
  /** Path and subpath as written. */
  readonly target: string;
  /** What Obsidian shows for it. */
  readonly display: string;
  readonly isEmbed: boolean;
}

export interface Place {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

export interface RawItem {
  /** The marker as written. */
  readonly symbol: string;
  readonly text: string;
  readonly line: number;
  readonly lineCount: number;
  readonly start: Place;
  readonly end: Place;
  /** First line of the list's root block, or -1. */
  readonly list: number;
  /** Line of the parent item. */
  readonly parent: number | undefined;
  /** The nearest heading above. */
  readonly heading: string | undefined;
  readonly blockId: string | undefined;
  /** The character in the box; undefined when the item is no task. */
  readonly status: string | undefined;
  readonly links: readonly RawLink[];
  readonly fields: readonly { readonly key: string; readonly value: string }[];
}

/** A vault with all its files, as Bases see it. */
export interface FileSource extends PageSource {
  /** Every visible file that is not excluded, by path in code unit order. */
  files(): Iterable<FileFacts>;
  file(path: string): FileFacts | undefined;
  /** What the vault's settings say a property is: `date`, `datetime`, `text` and so on. */
  propertyType(name: string): string | undefined;
}

export interface FileFacts {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
}
