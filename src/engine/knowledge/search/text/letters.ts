/** What a character is to search: between words, part of a word, or a sign. */
export const space = 0;
export const word = 1;
/** Scripts without spaces, punctuation, symbols: they form no words and are indexed in pairs. */
export const sign = 2;
/** Half of a character beyond the basic plane: its class depends on both halves. */
const half = 3;
const unknown = 4;

/** Class of each UTF-16 unit, filled page by page so that a start does not pay for all of them. */
const classes = new Uint8Array(0x10000).fill(unknown);

/** Scripts that put no spaces between words. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
/** Marks that belong to symbols and emoji rather than to letters. */
const symbolMarks = '\\u20d0-\\u20ff\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
const inWord = new RegExp(`(?![${unspaced}${symbolMarks}])[\\p{L}\\p{N}\\p{M}_]`, 'u');

/**
 * Ignores case. Length is kept, so offsets into the result are offsets into the text. The two
 * letters that would become ASCII (İ and the Kelvin sign) stay, so that a plain word can be
 * found in bytes.
 */
export function foldCase(text: string): string {
  const lower = /[İ\u212a]/.test(text)
    ? text.replace(/[^İ\u212a]+/g, (part) => part.toLowerCase())
    : text.toLowerCase();
  // The only letter whose lower case depends on its place.
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/** The class of the character that starts at `at`. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  let known = classes[unit] ?? unknown;
  if (known === unknown) {
    fillPage(unit >> 8);
    known = classes[unit] ?? unknown;
  }
  if (known !== half) return known;
  const codePoint = text.codePointAt(at) ?? 0;
  return codePoint > 0xffff && inWord.test(String.fromCodePoint(codePoint)) ? word : sign;
}

/** UTF-16 units of the character that starts at `at`. */
export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Calls `visit` for each longest stretch of a word's characters or of signs. */
export function forEachRun(
  text: string,
  visit: (kind: number, start: number, end: number) => void,
): void {
  let kind = space;
  let start = 0;
  for (let i = 0; i < text.length; ) {
    let now = classes[text.charCodeAt(i)] ?? unknown;
    let next = i + 1;
    if (now > sign) {
      now = classAt(text, i);
      next = i + widthAt(text, i);
    }
    if (now !== kind) {
      if (kind !== space) visit(kind, start, i);
      kind = now;
      start = i;
    }
    i = next;
  }
  if (kind !== space) visit(kind, start, text.length);
}

function fillPage(page: number): void {
  for (let unit = page << 8; unit < (page + 1) << 8; unit++) {
    const char = String.fromCharCode(unit);
    if (unit >= 0xd800 && unit < 0xe000) classes[unit] = half;
    else classes[unit] = inWord.test(char) ? word : /\s/.test(char) ? space : sign;
  }
}
