import { parseDestination } from '../markdown/links.ts';
import type { Link, Note, Reference } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { spliceProperties } from './relink-properties.ts';
import { type NewPath, spliceDestination, spliceWiki } from './relink-target.ts';
import { applySplices, type Splice } from './splice.ts';

export interface Relinked {
  readonly text: string;
  /** Links that were changed. */
  readonly count: number;
}

/**
 * Points links of a note elsewhere. Kind, embed mark, display, subpath, title, spacing and whether
 * `.md` was written stay; links in code, math and HTML are none.
 */
export function relink(text: string, newPath: NewPath, note: Note = scanNote(text)): Relinked {
  const splices = [
    ...[...note.links, ...note.embeds].flatMap((link) => spliceLink(text, link, newPath)),
    ...note.references.flatMap((reference) => spliceReference(text, reference, newPath)),
    ...spliceProperties(text, note, newPath),
  ];
  return { text: applySplices(text, splices), count: splices.length };
}

function spliceLink(text: string, { start, end, syntax }: Link, newPath: NewPath): Splice[] {
  if (syntax === 'wiki') {
    const open = text.indexOf('[[', start) + 2;
    return spliceWiki(text, open, end - 2, newPath);
  }
  // The destination is the last parenthesis that reaches the end of the link.
  for (let at = text.indexOf('](', start); at !== -1 && at < end; at = text.indexOf('](', at + 1)) {
    const found = parseDestination(text, at + 1, end);
    if (found?.after === end) return spliceDestination(text, found.start, found.end, newPath);
  }
  return [];
}

function spliceReference(text: string, { start, end }: Reference, newPath: NewPath): Splice[] {
  const colon = text.indexOf(']:', start);
  if (colon === -1 || colon >= end) return [];
  let from = colon + 2;
  while (from < end && /\s/.test(text.charAt(from))) from++;
  if (text.charAt(from) === '<') {
    const close = text.indexOf('>', from);
    return close === -1 ? [] : spliceDestination(text, from + 1, close, newPath);
  }
  let to = from;
  while (to < end && !/\s/.test(text.charAt(to))) to++;
  return spliceDestination(text, from, to, newPath);
}
