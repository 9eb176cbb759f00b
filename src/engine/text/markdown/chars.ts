/** Code units that mean something to the scanner. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const BANG = 33;
export const QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const PERCENT = 37;
export const APOSTROPHE = 39;
export const PAREN_OPEN = 40;
export const PAREN_CLOSE = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const DASH = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const BRACKET_OPEN = 91;
export const BACKSLASH = 92;
export const BRACKET_CLOSE = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const BRACE_OPEN = 123;
export const PIPE = 124;
export const BRACE_CLOSE = 125;
export const TILDE = 126;
export const BOM = 0xfeff;

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isLetter(unit: number): boolean {
  const lower = unit | 32;
  return lower >= 97 && lower <= 122;
}

/** A space or a tab: what indents. */
export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

/** Any white space of Unicode, also the no-break and the ideographic space. */
export function isSpace(unit: number): boolean {
  if (unit < 128) return unit === SPACE || (unit >= 9 && unit <= 13);
  return unit === 0xa0 || unit === 0x3000 || unit === BOM || isRareSpace(unit);
}

/** ASCII punctuation: what a backslash can escape. */
export function isPunctuation(unit: number): boolean {
  return unit < 128 && punctuation[unit] === 1;
}

/** First position from `from` that is neither space nor tab, at most `end`. */
export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Last position down to `start` before which stands neither space nor tab. */
export function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** How many lines end between two places. */
export function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

const punctuation = table('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
function table(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

function isRareSpace(unit: number): boolean {
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f
  );
}
