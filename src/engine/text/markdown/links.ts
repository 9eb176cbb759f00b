import {
  APOSTROPHE,
  BACKSLASH,
  BRACKET_OPEN,
  GREATER,
  isPunctuation,
  LESS,
  LF,
  PAREN_CLOSE,
  PAREN_OPEN,
  QUOTE,
  skipBlanks,
} from './chars.ts';
import type { Link, LinkSyntax } from './note.ts';

/** What a link says, wherever it is written. */
export interface LinkText {
  readonly syntax: LinkSyntax;
  readonly target: string;
  readonly display?: string;
}

/** How Obsidian shows a link: its display, or its target with ` > ` between the parts. */
export function displayText(link: Pick<Link, 'target' | 'display'>): string {
  if (link.display !== undefined) return link.display;
  const target = link.target.startsWith('#') ? link.target.slice(1) : link.target;
  return target.replaceAll('#', ' > ');
}

/** Splits a target at its first `#`: `['N', '#A#B']`. */
export function splitTarget(target: string): { path: string; subpath: string } {
  const hash = target.indexOf('#');
  return hash === -1
    ? { path: target, subpath: '' }
    : { path: target.slice(0, hash), subpath: target.slice(hash) };
}

/** Where the `]]` of the wikilink that opens at `open` starts, or -1. The innermost pair wins. */
export function wikiClose(text: string, open: number, end: number): number {
  wikiEnd.lastIndex = open + 2;
  return wikiEnd.test(text) && wikiEnd.lastIndex <= end ? wikiEnd.lastIndex - 2 : -1;
}

/** The two halves of what stands between `[[` and `]]`. */
export function parseWiki(text: string, start: number, end: number, inTable: boolean): LinkText {
  const inner = text.slice(start, end);
  const pipe = findPipe(inner, inTable);
  if (pipe === -1) return { syntax: 'wiki', target: inner.trim() };
  const escaped = inTable && inner.charCodeAt(pipe - 1) === BACKSLASH;
  return {
    syntax: 'wiki',
    target: inner.slice(0, escaped ? pipe - 1 : pipe).trim(),
    display: inner.slice(pipe + 1).trim(),
  };
}

/** Where a Markdown link's parenthesis at `open` leads. */
export interface Destination {
  readonly start: number;
  readonly end: number;
  /** After the closing parenthesis. */
  readonly after: number;
}

/** Reads `(destination "title")`; undefined when it is not one. */
export function parseDestination(text: string, open: number, end: number): Destination | undefined {
  simpleDestination.lastIndex = open + 1;
  if (simpleDestination.test(text)) {
    const close = simpleDestination.lastIndex;
    return close < end ? { start: open + 1, end: close, after: close + 1 } : undefined;
  }
  const from = skipBlanks(text, open + 1, end);
  const angled = text.charCodeAt(from) === LESS;
  const to = angled ? angleEnd(text, from, end) : bareEnd(text, from, end);
  if (to === -1) return undefined;
  const next = angled ? to + 1 : to;
  const title = skipBlanks(text, next, end);
  const close = title === next ? next : skipTitle(text, title, end);
  if (close === -1 || close >= end || text.charCodeAt(close) !== PAREN_CLOSE) return undefined;
  return angled
    ? { start: from + 1, end: to, after: close + 1 }
    : { start: from, end: to, after: close + 1 };
}

/** The target of an internal destination, or undefined when it leads out of the vault or nowhere. */
export function internalTarget(destination: string): string | undefined {
  if (destination === '' || scheme.test(destination)) return undefined;
  const plain = destination.includes('\\')
    ? destination.replace(escapes, (_, unit: string) => unit)
    : destination;
  return plain.includes('%') ? decode(plain) : plain;
}

/** Reads a string that is, as a whole, one wikilink or one internal Markdown link. */
export function parseWholeLink(value: string): LinkText | undefined {
  const end = value.length;
  if (end < 4 || value.charCodeAt(0) !== BRACKET_OPEN) return undefined;
  if (value.charCodeAt(1) === BRACKET_OPEN) {
    const close = value.includes('\n') ? -1 : wikiClose(value, 0, end);
    return close === end - 2 ? parseWiki(value, 2, close, false) : undefined;
  }
  const middle = value.indexOf('](');
  if (middle === -1 || value.indexOf('[', 1) !== -1) return undefined;
  const destination = parseDestination(value, middle + 1, end);
  if (destination?.after !== end) return undefined;
  const target = internalTarget(value.slice(destination.start, destination.end));
  return target === undefined
    ? undefined
    : { syntax: 'markdown', target, display: value.slice(1, middle) };
}

/** Skips a title and the blanks after it; -1 when the quotes do not close. */
export function skipTitle(text: string, from: number, end: number): number {
  const open = text.charCodeAt(from);
  if (open !== QUOTE && open !== APOSTROPHE && open !== PAREN_OPEN) return from;
  const close = open === PAREN_OPEN ? PAREN_CLOSE : open;
  for (let i = from + 1; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === close) return skipBlanks(text, i + 1, end);
    else if (unit === open) return -1;
  }
  return -1;
}

/** End of a bare destination: no blanks, parentheses in pairs, at most 32 deep. */
export function bareEnd(text: string, from: number, end: number): number {
  let depth = 0;
  let i = from;
  for (; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH && i + 1 < end && isPunctuation(text.charCodeAt(i + 1))) i++;
    else if (unit <= 32) break;
    else if (unit === PAREN_OPEN && ++depth > 32) return -1;
    else if (unit === PAREN_CLOSE && --depth < 0) break;
  }
  return depth > 0 ? -1 : i;
}

/** Position of the `>` that closes the destination at `from`, or -1. */
export function angleEnd(text: string, from: number, end: number): number {
  for (let i = from + 1; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER) return i;
    if (unit === LESS || unit === LF) return -1;
    if (unit === BACKSLASH) i++;
  }
  return -1;
}

function findPipe(inner: string, inTable: boolean): number {
  let pipe = inner.indexOf('|', 1);
  while (pipe !== -1 && inner.charCodeAt(pipe - 1) === BACKSLASH && !(inTable && pipe > 1)) {
    pipe = inner.indexOf('|', pipe + 1);
  }
  return pipe;
}

function decode(destination: string): string {
  try {
    return decodeURI(destination);
  } catch {
    return destination;
  }
}

const wikiEnd = /(?:[^[\]\n]|\](?!\])|\[(?!\[))+\]\]/y;
/** The common case: no blanks, brackets, parentheses or escapes. */
const simpleDestination = /[^\0-\x20<()\\]+(?=\))/y;
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const escapes = /\\([!-/:-@[-`{-~])/g;
