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
import type { Reference } from './note.ts';

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
  const target = angled ? text.slice(from + 1, to) : text.slice(from, to);
  return { target, start, end: trimEnd(text, start, end), line };
}

function isIdUnit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === DASH || unit === UNDERSCORE;
}
