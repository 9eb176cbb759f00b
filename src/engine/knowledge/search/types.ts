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

/** What is shown of each note. */
export interface MatchOptions extends PageOptions {
  /** Lines shown above and below a match. */
  readonly contextLines?: number;
  /** Matches shown of one note. */
  readonly matchesMax?: number;
}

export interface TextQuery extends MatchOptions {
  /** Each must be in the note: in its name or in its text. */
  readonly terms: readonly string[];
  readonly matchCase?: boolean;
  readonly wholeWord?: boolean;
  /** Where the terms may be; `either` by default. */
  readonly subject?: 'name' | 'text' | 'either';
  /** Return whole notes without matches, for callers that find the matches themselves. */
  readonly notesOnly?: boolean;
}

/** A pattern over the texts of notes. It may run out of time, never take the daemon with it. */
export interface RegexQuery extends MatchOptions {
  /** In JavaScript notation. */
  readonly source: string;
  readonly flags?: string;
  readonly timeoutMs?: number;
}

/** A query in Obsidian's own search language. */
export interface CoreSearchQuery extends MatchOptions {
  /** Words, `"phrases"`, `/patterns/`, `OR`, `-`, brackets, operators such as `tag:`, `[property:value]`. */
  readonly query: string;
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
  /** The whole note, where the query wants notes only. */
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
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Words to rank notes by. */
export interface RankedQuery extends PageOptions {
  /** Words, `"phrases"`, `-without`, `path:part`, `ext:md`. */
  readonly query: string;
  /** About how many characters of each note are shown. */
  readonly passageLength?: number;
}

/** The stretch of a note that says most about why it was found. */
export interface Passage {
  readonly text: string;
  /** Where it starts in the note. */
  readonly start: number;
  /** The line that it starts in, from zero. */
  readonly startLine: number;
  /** The line in it that answers best, from zero. */
  readonly line: number;
  /** The heading that this line is below, or is. */
  readonly heading?: string;
  /** Stretches inside it that were found: start and end. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

export interface RankedHit {
  readonly path: string;
  /** The note's name. */
  readonly title: string;
  readonly score: number;
  readonly passage: Passage;
}

/** A note with the words of another one. */
export interface SimilarNote {
  readonly path: string;
  readonly score: number;
  /** What both have, as the other note has it; what says most comes first. */
  readonly words: readonly string[];
}
