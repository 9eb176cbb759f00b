import {
  internalTarget,
  parseDestination,
  parseWholeLink,
  splitTarget,
  wikiClose,
} from '../markdown/links.ts';
import type { FrontmatterLink, Link, Note, Reference } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { encodeAngled, encodePath } from './link-encoding.ts';
import { applySplices, type Splice } from './splice.ts';

/**
 * Gives the new path of a link for the path it has now, with its extension; undefined leaves it.
 * The path is without subpath, and decoded when it was written in a Markdown link.
 */
export type NewPath = (path: string) => string | undefined;

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
    return spliceWiki(text, open, end - 2, newPath, plain);
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

/** Values of properties that are, as a whole, one link. YAML quotes them, so quotes are escaped. */
function spliceProperties(text: string, note: Note, newPath: NewPath): Splice[] {
  const { frontmatter } = note;
  if (frontmatter === undefined) return [];
  let from = frontmatter.yamlStart;
  return note.frontmatterLinks.flatMap((link) => {
    const at = text.indexOf(link.original, from);
    if (at === -1 || at >= frontmatter.yamlEnd) return [];
    from = at + link.original.length;
    return spliceProperty(text, at, link, newPath);
  });
}

function spliceProperty(
  text: string,
  at: number,
  { original, syntax }: FrontmatterLink,
  newPath: NewPath,
): Splice[] {
  if (parseWholeLink(original) === undefined) return [];
  const quote = text.charAt(at - 1);
  const quoted = (path: string): string =>
    quote === '"'
      ? path.replace(/["\\]/g, '\\$&')
      : quote === "'"
        ? path.replaceAll("'", "''")
        : path;
  if (syntax === 'wiki') {
    const close = wikiClose(text, at, at + original.length);
    return close === -1 ? [] : spliceWiki(text, at + 2, close, newPath, quoted);
  }
  const found = parseDestination(text, text.indexOf('](', at) + 1, at + original.length);
  return found === undefined ? [] : spliceDestination(text, found.start, found.end, newPath);
}

function spliceWiki(
  text: string,
  start: number,
  end: number,
  newPath: NewPath,
  quoted: (path: string) => string,
): Splice[] {
  const inside = text.slice(start, end);
  const stop = /#|\\?\|/.exec(inside)?.index ?? inside.length;
  const written = inside.slice(0, stop);
  const path = written.trim();
  const next = path === '' ? undefined : newPath(path);
  if (next === undefined) return [];
  const from = start + written.indexOf(path);
  const replaced = quoted(keepEnding(next, path));
  return [{ start: from, end: from + path.length, text: replaced }];
}

function spliceDestination(text: string, start: number, end: number, newPath: NewPath): Splice[] {
  const written = text.slice(start, end);
  const hash = written.indexOf('#');
  const encoded = hash === -1 ? written : written.slice(0, hash);
  const { path } = splitTarget(internalTarget(encoded) ?? '');
  const next = path === '' ? undefined : newPath(path);
  if (next === undefined) return [];
  const angled = text.charAt(start - 1) === '<';
  const replaced = (angled ? encodeAngled : encodePath)(keepEnding(next, path));
  return [{ start, end: start + encoded.length, text: replaced }];
}

/** `.md` is written where it was written, other endings always. */
function keepEnding(next: string, path: string): string {
  const had = path.toLowerCase().endsWith('.md');
  return !had && next.toLowerCase().endsWith('.md') ? next.slice(0, -3) : next;
}

const plain = (path: string): string => path;
