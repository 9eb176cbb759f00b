import {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  COLON,
  DASH,
  isBlank,
  isDigit,
  isLetter,
  LESS,
  skipBlanks,
  trimEnd,
  UNDERSCORE,
} from './chars.ts';
import { angleEnd, bareEnd, skipTitle } from './links.ts';
import type { Callout, Reference } from './note.ts';

/** Offset of the caret of the block id that ends the line, or -1. */
export function trailingId(text: string, start: number, end: number): number {
  const to = trimEnd(text, start, end);
  let at = to;
  while (at > start && isIdUnit(text.charCodeAt(at - 1))) at--;
  if (at === to || at === start || text.charCodeAt(at - 1) !== CARET) return -1;
  return at - 1 === start || isBlank(text.charCodeAt(at - 2)) ? at - 1 : -1;
}

/** Reads `[id]: target "title"` that fills a line. */
export function readDefinition(
  text: string,
  start: number,
  end: number,
  line: number,
): Reference | undefined {
  if (text.charCodeAt(start) !== BRACKET_OPEN) return undefined;
  let close = start + 1;
  while (close < end && text.charCodeAt(close) !== BRACKET_CLOSE) {
    if (text.charCodeAt(close) === BRACKET_OPEN) return undefined;
    close++;
  }
  if (close + 1 >= end || close === start + 1 || text.charCodeAt(close + 1) !== COLON) {
    return undefined;
  }
  const from = skipBlanks(text, close + 2, end);
  const angled = text.charCodeAt(from) === LESS;
  const to = angled ? angleEnd(text, from, end) : bareEnd(text, from, end);
  if (to === -1 || to === from) return undefined;
  const next = angled ? to + 1 : to;
  const title = skipBlanks(text, next, end);
  if (title < end && (title === next || skipTitle(text, title, end) !== end)) return undefined;
  const range = { start, end: trimEnd(text, start, end), line };
  const id = text.slice(start + 1, close);
  const target = angled ? text.slice(from + 1, to) : text.slice(from, to);
  if (title === end) return { id, target, ...range };
  return { id, target, title: text.slice(title + 1, range.end - 1), ...range };
}

/** Reads `[!type]+ title` at the start of a quote. */
export function readCallout(
  text: string,
  start: number,
  end: number,
): Pick<Callout, 'type' | 'fold' | 'title'> | undefined {
  if (!text.startsWith('[!', start)) return undefined;
  const close = text.slice(start, end).indexOf(']');
  if (close < 3) return undefined;
  const after = start + close + 1;
  const mark = text.slice(after, Math.min(after + 1, end));
  const fold = mark === '+' || mark === '-' ? mark : '';
  const type = text
    .slice(start + 2, start + close)
    .trim()
    .toLowerCase();
  return { type, fold, title: text.slice(after + fold.length, end).trim() };
}

function isIdUnit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === DASH || unit === UNDERSCORE;
}
