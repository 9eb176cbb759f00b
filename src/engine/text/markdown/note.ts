/** A stretch of text: UTF-16 offsets, `end` exclusive, and the zero-based line of `start`. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Everything the scanner knows of one text. Ranges refer to that text, a byte order mark included. */
export interface Note {
  /** UTF-16 length of the scanned text. */
  readonly length: number;
  /** Where the body starts: after the frontmatter's line ending, or 0 (1 after a byte order mark). */
  readonly bodyStart: number;
  readonly frontmatter: Frontmatter | undefined;
  /** Whole-value links of properties, in order. */
  readonly frontmatterLinks: readonly FrontmatterLink[];
  readonly headings: readonly Heading[];
  /** The root blocks in order. */
  readonly sections: readonly Section[];
  readonly links: readonly Link[];
  readonly embeds: readonly Link[];
  /** Tags of the body; those of properties come from `frontmatterTags`. */
  readonly tags: readonly Tag[];
  readonly blocks: readonly Block[];
  readonly listItems: readonly ListItem[];
  /** Dataview's inline fields, in text order. */
  readonly fields: readonly InlineField[];
  /** Definitions of reference links (`[id]: target`). */
  readonly references: readonly Reference[];
  readonly problems: readonly Problem[];
}

/** The block between the two `---` lines, both included, the last line ending excluded. */
export interface Frontmatter extends Range {
  /** The YAML between the fences, its last line ending included. */
  readonly yamlStart: number;
  readonly yamlEnd: number;
  /** Absent when the block holds no mapping: empty, broken, or something else. Own properties only. */
  readonly values: Properties | undefined;
  /** Top-level entries in order, for maps and edits. Empty when broken. */
  readonly fields: readonly FrontmatterField[];
}

export type Properties = Readonly<Record<string, unknown>>;

/** One top-level entry: from its key to the end of its value, trailing comment and line ending excluded. */
export interface FrontmatterField extends Range {
  readonly key: string;
  /** Range of the written value; empty right after the colon when there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Heading extends Range {
  readonly level: number;
  /** The inline source, trimmed, markup kept. */
  readonly text: string;
  readonly setext: boolean;
  /** Index of the nearest shallower heading above, or -1. */
  readonly parent: number;
  /** First offset after the heading's own line ending. */
  readonly bodyStart: number;
  /** Where the next heading of the same or a shallower level starts, or the end of the text. */
  readonly sectionEnd: number;
}

export type SectionType =
  | 'blockquote'
  | 'callout'
  | 'code'
  | 'comment'
  | 'definition'
  | 'footnoteDefinition'
  | 'heading'
  | 'html'
  | 'list'
  | 'math'
  | 'paragraph'
  | 'table'
  | 'thematicBreak'
  | 'yaml';

export interface Section extends Range {
  readonly type: SectionType;
  readonly endLine: number;
  readonly id?: string;
}

export type LinkSyntax = 'wiki' | 'markdown';

export interface Link extends Range {
  readonly syntax: LinkSyntax;
  /** Path and subpath as Obsidian's cache has them: percent-decoded, display removed. */
  readonly target: string;
  /** What was written as display, alternative text or size; absent when nothing was. */
  readonly display?: string;
}

export interface FrontmatterLink {
  /** Dotted path with list indices: `related.0`. */
  readonly key: string;
  readonly syntax: LinkSyntax;
  readonly target: string;
  readonly display?: string;
  /** The whole property value. */
  readonly original: string;
}

export interface Tag extends Range {
  /** As written, with `#`. */
  readonly tag: string;
}

/** A block that carries an id. The range is the block's, marker included when it stands inside. */
export interface Block extends Range {
  /** As written, without the caret. Compare ignoring case. */
  readonly id: string;
  readonly endLine: number;
  readonly type: SectionType | 'listItem';
  /** From the blanks before the caret to the end of the id. */
  readonly markerStart: number;
  readonly markerEnd: number;
  /** The marker stands alone below the block. */
  readonly isolated: boolean;
  /** Index into `listItems`, or -1. */
  readonly item: number;
}

export interface ListItem extends Range {
  readonly endLine: number;
  /** Line of the parent item; for a root item the negated first line of its list, -1 on line 0. */
  readonly parent: number;
  /** `-`, `*`, `+`, `1.`, `1)` as written. */
  readonly marker: string;
  readonly markerStart: number;
  /** First character after marker and task box. */
  readonly contentStart: number;
  /** The character in the box; absent when the item is no task. */
  readonly task?: string;
  readonly id?: string;
}

export interface InlineField extends Range {
  /** As Dataview reads it, markup around it dropped. */
  readonly key: string;
  /** Trimmed source of the value, not yet interpreted. */
  readonly value: string;
  /** Index of the list item that holds it, or -1. */
  readonly item: number;
}

/** A definition of a reference link. */
export interface Reference extends Range {
  readonly target: string;
}

export type ProblemCode =
  | 'frontmatter-broken'
  | 'frontmatter-not-a-mapping'
  | 'frontmatter-too-large';

/** Something in the text that its author would want to know. Scanning goes on. */
export interface Problem extends Range {
  readonly code: ProblemCode;
  readonly message: string;
}
