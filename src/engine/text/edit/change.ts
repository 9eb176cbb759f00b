import type { Note } from '../markdown/note.ts';
import type { NamedSection } from './section.ts';

/** A change to one section of a note. */
export interface Patch {
  readonly section: NamedSection;
  readonly operation: 'append' | 'prepend' | 'replace';
  readonly content: string;
  /** `json`: rows for a table, or a typed value for a property. */
  readonly contentType?: 'markdown' | 'json' | undefined;
  readonly createTargetIfMissing?: boolean | undefined;
  readonly applyIfContentPreexists?: boolean | undefined;
}

export interface Patched {
  readonly text: string;
  /** The section that was meant: the full path of a heading. */
  readonly target: string;
}

/** What an edit works on. */
export interface EditSource {
  readonly text: string;
  readonly note: Note;
}
