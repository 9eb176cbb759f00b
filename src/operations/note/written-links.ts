import type { Known } from '../../engine/knowledge/known.ts';
import type { Note } from '../../engine/text/markdown/note.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';

export interface WrittenLink {
  /** As it is written. */
  readonly target: string;
  /** From 1; 0 means a property. */
  readonly line: number;
  readonly leadsTo: string | undefined;
}

/** Every link of a note as it is written, in the order of the text; those of properties first. */
export function writtenLinks({ pages }: Known, path: string, note: Note): WrittenLink[] {
  const { links, embeds, frontmatterLinks } = note;
  const leadsTo = (target: string) => pages.resolve(target.replace(/#.*$/s, ''), path);
  const inText = [...links, ...embeds]
    .sort((a, b) => a.start - b.start)
    .map(({ target, line }) => ({ target, line: line + 1, leadsTo: leadsTo(target) }));
  const inProperties = frontmatterLinks.map(({ target }) => ({
    target,
    line: 0,
    leadsTo: leadsTo(target),
  }));
  return [...inProperties, ...inText];
}

/** The same for a note whose text is known. */
export function scanLinks(known: Known, path: string): WrittenLink[] {
  return writtenLinks(known, path, scanNote(known.pages.readText(path) ?? ''));
}
