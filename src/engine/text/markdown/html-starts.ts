import {
  APOSTROPHE,
  BANG,
  EQUALS,
  GREATER,
  isBlank,
  isDigit,
  isLetter,
  LESS,
  QUESTION,
  QUOTE,
  SLASH,
  skipBlanks,
} from './chars.ts';

/** The seven kinds of HTML blocks of CommonMark; 0 is none. */
export type HtmlKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Which kind of HTML block starts at `at`. */
export function htmlKind(text: string, at: number, end: number): HtmlKind {
  if (text.charCodeAt(at) !== LESS) return 0;
  const next = text.charCodeAt(at + 1);
  if (next === BANG) {
    if (text.startsWith('<!--', at)) return 2;
    if (text.startsWith('<![CDATA[', at)) return 5;
    return isLetter(text.charCodeAt(at + 2)) ? 4 : 0;
  }
  if (next === QUESTION) return 3;
  const closing = next === SLASH;
  const from = closing ? at + 2 : at + 1;
  if (!isLetter(text.charCodeAt(from))) return 0;
  let to = from;
  while (to < end && isNameUnit(text.charCodeAt(to))) to++;
  const name = to - from > 10 ? '' : text.slice(from, to).toLowerCase();
  const after = to < end ? text.charCodeAt(to) : GREATER;
  if (!closing && rawTags.has(name) && (after === GREATER || isBlank(after))) return 1;
  if (blockTags.has(name) && endsName(text, to, end)) return 6;
  const tag = htmlTagEnd(text, at, end);
  return tag !== -1 && skipBlanks(text, tag, end) === end ? 7 : 0;
}

/** True when the line holds what ends a block of this kind. Kinds 6 and 7 end at a blank line. */
export function endsHtml(text: string, from: number, end: number, kind: HtmlKind): boolean {
  if (kind >= 6) return false;
  if (kind === 1) return rawEnd.test(text.slice(from, end));
  const mark = kind === 2 ? '-->' : kind === 3 ? '?>' : kind === 4 ? '>' : ']]>';
  const found = text.slice(from, end).indexOf(mark);
  return found !== -1;
}

/** End of the complete open or closing tag at `at` on this line, or -1. */
export function htmlTagEnd(text: string, at: number, end: number): number {
  let i = at + 1;
  const closing = text.charCodeAt(i) === SLASH;
  if (closing) i++;
  if (!isLetter(text.charCodeAt(i))) return -1;
  while (i < end && isNameUnit(text.charCodeAt(i))) i++;
  if (!closing) {
    i = skipAttributes(text, i, end);
    if (i === -1) return -1;
  }
  i = skipBlanks(text, i, end);
  if (!closing && text.charCodeAt(i) === SLASH) i++;
  return i < end && text.charCodeAt(i) === GREATER ? i + 1 : -1;
}

/** End of the autolink (`<scheme:…>` or an address) at `at`, or -1. */
export function autolinkEnd(text: string, at: number, end: number): number {
  for (let i = at + 1; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === GREATER) {
      return autolink.test(text.slice(at + 1, Math.min(i, at + 48))) ? i + 1 : -1;
    }
    if (unit <= 32 || unit === LESS) return -1;
  }
  return -1;
}

function skipAttributes(text: string, from: number, end: number): number {
  let i = from;
  while (i < end) {
    const name = skipBlanks(text, i, end);
    if (name === i || !isAttributeStart(text.charCodeAt(name))) return i;
    i = name + 1;
    while (i < end && isAttributeUnit(text.charCodeAt(i))) i++;
    const equals = skipBlanks(text, i, end);
    if (equals < end && text.charCodeAt(equals) === EQUALS) {
      i = skipValue(text, skipBlanks(text, equals + 1, end), end);
      if (i === -1) return -1;
    }
  }
  return i;
}

function skipValue(text: string, from: number, end: number): number {
  const quote = text.charCodeAt(from);
  if (quote === QUOTE || quote === APOSTROPHE) {
    for (let i = from + 1; i < end; i++) if (text.charCodeAt(i) === quote) return i + 1;
    return -1;
  }
  let i = from;
  while (i < end && !endsUnquoted(text.charCodeAt(i))) i++;
  return i === from ? -1 : i;
}

function endsUnquoted(unit: number): boolean {
  return (
    unit <= 32 || unit === QUOTE || unit === APOSTROPHE || unit === 96 || (unit >= 60 && unit <= 62)
  );
}

function isNameUnit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === 45;
}

function isAttributeStart(unit: number): boolean {
  return isLetter(unit) || unit === 95 || unit === 58;
}

function isAttributeUnit(unit: number): boolean {
  return isAttributeStart(unit) || isDigit(unit) || unit === 46 || unit === 45;
}

function endsName(text: string, at: number, end: number): boolean {
  if (at === end) return true;
  const unit = text.charCodeAt(at);
  return (
    unit === GREATER ||
    isBlank(unit) ||
    (unit === SLASH && at + 1 < end && text.charCodeAt(at + 1) === GREATER)
  );
}

const autolink = /^(?:[a-z][a-z0-9+.-]{1,31}:|[^\s@]+@)/i;
const rawEnd = /<\/(?:script|pre|style|textarea)>/i;
const rawTags = new Set(['script', 'pre', 'style', 'textarea']);
const blockTags = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details ' +
    'dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 ' +
    'head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option ' +
    'p param search section summary table tbody td tfoot th thead title tr track ul'
  ).split(' '),
);
