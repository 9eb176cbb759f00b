import { parseDestination } from '../../markdown/links.ts';
import type { Link, Note, Reference } from '../../markdown/note.ts';
import { scanNote } from '../../markdown/scan.ts';
import { applySplices, type Splice } from '../splice.ts';
import { spliceProperties } from './relink-properties.ts';
import {
  type NewPath,
  type Retarget,
  spliceDestination,
  spliceWiki,
  toRetarget,
} from './relink-target.ts';

export interface Relinked {
  readonly text: string;
  /** Links that were changed. */
  readonly count: number;
}

/**
 * Points links of a note elsewhere. Kind, embed mark, display, subpath, title, spacing and whether
 * `.md` was written stay; links in code, math and HTML are none.
 */
export function relink(text: string, newPath: NewPath): Relinked {
  return retargetLinks(text, toRetarget(newPath));
}

/** The same where subpaths may change, too. */
export function retargetLinks(text: string, retarget: Retarget): Relinked {
  const note = scanNote(text);
  const splices = [
    ...spliceLinks(text, note, retarget),
    ...note.references.flatMap((reference) => spliceReference(text, reference, retarget)),
    ...spliceProperties(text, note, (value) => {
      const inValue = spliceLinks(value, scanNote(value), retarget);
      return inValue.length === 0 ? undefined : applySplices(value, inValue);
    }),
  ];
  return { text: applySplices(text, splices), count: splices.length };
}

function spliceLinks(text: string, { links, embeds }: Note, retarget: Retarget): Splice[] {
  return [...links, ...embeds].flatMap((link) => spliceLink(text, link, retarget));
}

function spliceLink(text: string, { start, end, syntax }: Link, retarget: Retarget): Splice[] {
  if (syntax === 'wiki') {
    const open = text.indexOf('[[', start) + 2;
    return spliceWiki(text, open, end - 2, retarget);
  }
  // The destination is the last parenthesis that reaches the end of the link.
  for (let at = text.indexOf('](', start); at !== -1 && at < end; at = text.indexOf('](', at + 1)) {
    const found = parseDestination(text, at + 1, end);
    if (found?.after === end) return spliceDestination(text, found.start, found.end, retarget);
  }
  return [];
}

function spliceReference(text: string, { start, end }: Reference, retarget: Retarget): Splice[] {
  const colon = text.indexOf(']:', start);
  if (colon === -1 || colon >= end) return [];
  let from = colon + 2;
  while (from < end && /\s/.test(text.charAt(from))) from++;
  if (text.charAt(from) === '<') {
    const close = text.indexOf('>', from);
    return close === -1 ? [] : spliceDestination(text, from + 1, close, retarget);
  }
  let to = from;
  while (to < end && !/\s/.test(text.charAt(to))) to++;
  return spliceDestination(text, from, to, retarget);
}
