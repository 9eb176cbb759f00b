/** What counts more than the text of a note when results are ranked. The title is the note's name. */
export interface NoteFields {
  readonly headings: readonly string[];
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

/** Which notes a search may find. What it may not find is not counted either. */
export interface SearchScope {
  /** False for notes that the caller may not know of. */
  mayRead?(path: string): boolean;
  /** Paths must start with this, in this case. */
  readonly prefix?: string;
  /** Paths must lie in this folder. */
  readonly folder?: string;
  /** Paths must fit one of these globs. */
  readonly include?: readonly string[];
  /** Paths must fit none of these globs. */
  readonly exclude?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Which part of the results is wanted. */
export interface PageOptions {
  /** Notes on the page. */
  readonly limit?: number;
  /** Where the page before ended, as it said itself. */
  readonly cursor?: string;
  /** Notes to leave out before the page, for callers that count. */
  readonly offset?: number;
}

/** What is shown around a match: characters on each side, or whole lines above and below. */
export type ContextOptions = { readonly characters: number } | { readonly lines: number };

export interface TextQuery extends PageOptions {
  /** Each must stand in the note: in its name or in its text. */
  readonly terms: readonly string[];
  readonly matchCase?: boolean;
  readonly ignoreAccents?: boolean;
  readonly wholeWord?: boolean;
  /** Where the terms may stand; `either` unless said. */
  readonly subject?: 'name' | 'text' | 'either';
  readonly context?: ContextOptions;
  /** Places shown of one note. */
  readonly matchesMax?: number;
  /** Also count the places in all notes that were found. */
  readonly countMatches?: boolean;
  /** Only say which notes: for callers that find the places themselves. */
  readonly notesOnly?: boolean;
}

/** A pattern over the texts of notes. It may run out of time, never take the daemon with it. */
export interface RegexQuery extends PageOptions {
  /** In JavaScript notation. */
  readonly source: string;
  readonly flags?: string;
  readonly timeoutMs?: number;
  readonly context?: ContextOptions;
  readonly matchesMax?: number;
  readonly countMatches?: boolean;
}

/** A query in Obsidian's own search language. */
export interface CoreSearchQuery extends PageOptions {
  /** Words, `"phrases"`, `/patterns/`, `OR`, `-`, brackets, operators such as `tag:`, `[property:value]`. */
  readonly query: string;
  readonly context?: ContextOptions;
  readonly matchesMax?: number;
}

/** A place in a note where something was found. Offsets are UTF-16 units of the name or the text. */
export interface Match {
  readonly subject: 'name' | 'text';
  readonly start: number;
  readonly end: number;
  /** Line and column of `start`, both from zero. */
  readonly line: number;
  readonly column: number;
  readonly context: string;
  /** Where the match starts inside the context. */
  readonly contextStart: number;
}

export interface TextHit {
  readonly path: string;
  /** All of the note, where only the notes were asked for. */
  readonly text?: string;
  /** The first places, those in the name before those in the text. */
  readonly matches: readonly Match[];
  /** How many places there are. */
  readonly total: number;
}

export interface PageOfHits<Hit> {
  readonly hits: readonly Hit[];
  /** Notes on all pages. */
  readonly total: number;
  /** Places in all notes, where they were asked for. */
  readonly totalMatches?: number;
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Words to rank notes by. */
export interface RankedQuery extends PageOptions {
  /** Words, `"phrases"`, `-without`, `path:part`, `ext:md`. */
  readonly query: string;
  /** Whether a note must have all words, or is only better for it; `any` unless said. */
  readonly match?: 'any' | 'all';
  readonly excerptLength?: number;
}

/** A word of a note that answers the question. */
export interface FoundWord {
  /** As the note has it. */
  readonly text: string;
  readonly start: number;
}

/** The stretch of a note that says most about why it was found. */
export interface Excerpt {
  readonly text: string;
  /** Where it starts in the note. */
  readonly start: number;
  /** Stretches inside it that were found: start and end. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

export interface RankedHit {
  readonly path: string;
  /** The note's name. */
  readonly title: string;
  readonly score: number;
  readonly words: readonly FoundWord[];
  readonly excerpt: Excerpt;
}
