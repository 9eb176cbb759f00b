/** What `JSON.parse` does not say about a text. */
export interface Scan {
  /** How deep objects and arrays are nested. */
  readonly depth: number;
  /** The last top-level `id` as it was written: a JavaScript number cannot hold all 64 bits. */
  readonly id: string | undefined;
}

const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** One pass over the text of a message. It trusts nothing and checks nothing else: the parser does that. */
export function scanJson(line: string): Scan {
  let depth = 0;
  let deepest = 0;
  let atKey = false;
  let isId = false;
  let id: string | undefined;
  for (let i = 0; i < line.length; i++) {
    switch (line.charCodeAt(i)) {
      case quote: {
        const end = endOfString(line, i);
        if (atKey) {
          isId = isIdKey(line, i, end);
          atKey = false;
        }
        i = end;
        break;
      }
      case openBrace:
        if (++depth > deepest) deepest = depth;
        atKey = depth === 1;
        break;
      case openBracket:
        if (++depth > deepest) deepest = depth;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        break;
      case comma:
        atKey = depth === 1;
        break;
      case colon:
        if (isId && depth === 1) {
          id = tokenAt(line, i + 1);
          isId = false;
        }
        break;
      default:
    }
  }
  return { depth: deepest, id };
}

/** The index of the quote that ends the string which starts at `start`. */
function endOfString(line: string, start: number): number {
  let end = line.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end === -1 ? line.length : end;
}

function isEscaped(line: string, at: number): boolean {
  let first = at;
  while (line.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

/** A member may be spelled with escapes, so those are decoded before they are compared. */
function isIdKey(line: string, start: number, end: number): boolean {
  if (end - start === 3) return line.startsWith('id', start + 1);
  const raw = line.slice(start, end + 1);
  if (!raw.includes('\\')) return false;
  try {
    return JSON.parse(raw) === 'id';
  } catch {
    return false;
  }
}

/** The bare value at `from`; of a string, an object or an array only its first character matters. */
function tokenAt(line: string, from: number): string {
  let start = from;
  while (isSpace(line.charCodeAt(start))) start++;
  let end = start;
  while (
    end < line.length &&
    !isSpace(line.charCodeAt(end)) &&
    !',}]"{['.includes(line.charAt(end))
  )
    end++;
  return line.slice(start, Math.max(end, start + 1));
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}
