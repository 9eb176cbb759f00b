import {
  BACKTICK,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  COLON,
  DASH,
  EQUALS,
  HASH,
  isBlank,
  isDigit,
  isLetter,
  isSpace,
  PIPE,
  PLUS,
  SPACE,
  STAR,
  skipBlanks,
  TAB,
  TILDE,
  trimEnd,
  UNDERSCORE,
} from './chars.ts';

/** Level of the ATX heading that starts at `at`, or 0. A `#word` is a tag. */
export function atxLevel(text: string, at: number, end: number): number {
  let level = 0;
  while (at + level < end && text.charCodeAt(at + level) === HASH) level++;
  if (level === 0 || level > 6) return 0;
  return at + level === end || isBlank(text.charCodeAt(at + level)) ? level : 0;
}

/** Where the text of an ATX heading ends: without blanks and the closing run of `#`. */
export function atxTextEnd(text: string, start: number, end: number): number {
  const trimmed = trimEnd(text, start, end);
  let at = trimmed;
  while (at > start && text.charCodeAt(at - 1) === HASH) at--;
  if (at === trimmed) return trimmed;
  if (at === start) return start;
  return isBlank(text.charCodeAt(at - 1)) ? trimEnd(text, start, at) : trimmed;
}

/** Level of the setext underline on this line, or 0. */
export function setextLevel(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit !== EQUALS && unit !== DASH) return 0;
  let next = at;
  while (next < end && text.charCodeAt(next) === unit) next++;
  return skipBlanks(text, next, end) === end ? (unit === EQUALS ? 1 : 2) : 0;
}

/** Three or more `*`, `-` or `_`, blanks between them allowed. */
export function isThematicBreak(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit !== STAR && unit !== DASH && unit !== UNDERSCORE) return false;
  let count = 0;
  for (let i = at; i < end; i++) {
    const other = text.charCodeAt(i);
    if (other === unit) count++;
    else if (other !== SPACE && other !== TAB) return false;
  }
  return count >= 3;
}

/** Length of the code fence that opens here, or 0. */
export function fenceLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit !== BACKTICK && unit !== TILDE) return 0;
  const length = runLength(text, at, end);
  if (length < 3) return 0;
  if (unit === BACKTICK) {
    for (let i = at + length; i < end; i++) if (text.charCodeAt(i) === BACKTICK) return 0;
  }
  return length;
}

/** True when this line closes a fence of `length` times `unit`. */
export function closesFence(
  text: string,
  at: number,
  end: number,
  unit: number,
  length: number,
): boolean {
  if (text.charCodeAt(at) !== unit) return false;
  const own = runLength(text, at, end);
  return own >= length && skipBlanks(text, at + own, end) === end;
}

/** How often the unit at `at` repeats. */
export function runLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  let next = at + 1;
  while (next < end && text.charCodeAt(next) === unit) next++;
  return next - at;
}

/** Length of the list marker at `at`, or 0. Blanks or the end of the line must follow it. */
export function markerLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  let length = 0;
  if (unit === DASH || unit === STAR || unit === PLUS) length = 1;
  else if (isDigit(unit)) length = orderedLength(text, at, end);
  if (length === 0) return 0;
  return at + length === end || isBlank(text.charCodeAt(at + length)) ? length : 0;
}

/** Length of the id in `[^id]:` at `at`, or 0. */
export function footnoteIdLength(text: string, at: number, end: number): number {
  if (text.charCodeAt(at) !== BRACKET_OPEN || text.charCodeAt(at + 1) !== CARET) return 0;
  const length = footnoteLabelLength(text, at + 2, end);
  return length > 0 && text.charCodeAt(at + 3 + length) === COLON ? length : 0;
}

/** Length of a footnote's id that ends in `]`, or 0. */
export function footnoteLabelLength(text: string, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BRACKET_CLOSE) return i - from;
    if (isSpace(unit) || unit === BRACKET_OPEN || unit === CARET) return 0;
  }
  return 0;
}

/** Number of cells of a table's delimiter row, or 0 when the line is none. */
export function delimiterCells(text: string, at: number, end: number): number {
  let i = at;
  let cells = 0;
  let piped = false;
  if (text.charCodeAt(i) === PIPE) {
    piped = true;
    i++;
  }
  while (i < end) {
    i = skipBlanks(text, i, end);
    if (i === end) break;
    if (text.charCodeAt(i) === COLON) i++;
    const dashes = i;
    while (i < end && text.charCodeAt(i) === DASH) i++;
    if (i === dashes) return 0;
    if (i < end && text.charCodeAt(i) === COLON) i++;
    i = skipBlanks(text, i, end);
    cells++;
    if (i === end) break;
    if (text.charCodeAt(i) !== PIPE) return 0;
    piped = true;
    i++;
  }
  return piped ? cells : 0;
}

/** The character of the task box at `at` (`[c]`, then white space or the end of the line), or ''. */
export function taskBox(text: string, at: number, end: number): string {
  if (text.charCodeAt(at) !== BRACKET_OPEN || at + 2 >= end) return '';
  const unit = text.charCodeAt(at + 1);
  const wide = unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
  const close = at + 1 + wide;
  if (close >= end || text.charCodeAt(close) !== BRACKET_CLOSE || unit === BRACKET_CLOSE) return '';
  if (close + 1 < end && !isSpace(text.charCodeAt(close + 1))) return '';
  return wide === 1 && unit === SPACE ? ' ' : text.slice(at + 1, close);
}

function orderedLength(text: string, at: number, end: number): number {
  let next = at + 1;
  while (next < end && next - at < 9 && isDigit(text.charCodeAt(next))) next++;
  const unit = text.charCodeAt(next);
  return next < end && (unit === 46 || unit === 41) ? next - at + 1 : 0;
}

/** True for a character that starts no block but a paragraph. */
export function startsText(unit: number): boolean {
  return unit > 127 || isLetter(unit);
}
