import { COLON, CR, DASH, isDigit, isLetter, LF, SPACE, UNDERSCORE } from './chars.ts';
import type { FrontmatterField, Properties } from './note.ts';

/** A mapping that was simple enough to be read without the YAML library. */
export interface FlatYaml {
  readonly values: Properties;
  readonly fields: FrontmatterField[];
}

/**
 * Reads what nearly all frontmatter looks like: plain keys with plain or quoted values, and lists of
 * them. Undefined means "ask the library", never "broken".
 */
export function readFlatYaml(
  text: string,
  from: number,
  to: number,
  firstLine: number,
): FlatYaml | undefined {
  const reader = new FlatReader(text, to);
  for (let start = from, line = firstLine; start < to; line++) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 || newline >= to ? to : newline + 1;
    const end = contentEnd(text, start, next);
    if (start < end && !reader.readLine(start, end, next, line)) return undefined;
    start = next;
  }
  return { values: reader.values, fields: reader.fields };
}

class FlatReader {
  readonly values: Record<string, unknown> = {};
  readonly fields: FrontmatterField[] = [];
  private readonly text: string;
  private readonly to: number;
  /** The list that the next lines may add to, and how far its dashes are indented. */
  private list: unknown[] | undefined;
  private indent = -1;

  constructor(text: string, to: number) {
    this.text = text;
    this.to = to;
  }

  /** Takes one line that is not blank; false when the library has to. */
  readLine(start: number, end: number, next: number, line: number): boolean {
    const unit = this.text.charCodeAt(start);
    if (unit !== SPACE && unit !== DASH) return this.readEntry(start, end, next, line);
    let dash = start;
    while (this.text.charCodeAt(dash) === SPACE) dash++;
    return this.text.charCodeAt(dash) === DASH && this.readItem(start, dash, end);
  }

  private readEntry(start: number, end: number, next: number, line: number): boolean {
    const { text } = this;
    const colon = keyEnd(text, start, end);
    if (colon === -1) return false;
    const key = text.slice(start, colon);
    if (key in this.values) return false;
    let from = colon + 1;
    while (from < end && text.charCodeAt(from) === SPACE) from++;
    if (from === colon + 1 && from < end) return false;
    const written = text.slice(from, end);
    const opensList = written === '' && this.startsList(next);
    const value = opensList ? [] : readValue(written);
    if (value === undefined) return false;
    this.values[key] = value;
    this.list = opensList && Array.isArray(value) ? value : undefined;
    this.indent = -1;
    const valueStart = written === '' ? colon + 1 : from;
    const valueEnd = valueStart + written.length;
    this.fields.push({ key, start, end: valueEnd, line, valueStart, valueEnd });
    return true;
  }

  private readItem(start: number, dash: number, end: number): boolean {
    const { list, text } = this;
    const indent = dash - start;
    const field = this.fields.pop();
    if (list === undefined || field === undefined) return false;
    if (this.indent !== -1 && this.indent !== indent) return false;
    if (dash + 1 < end && text.charCodeAt(dash + 1) !== SPACE) return false;
    this.indent = indent;
    const value = readScalar(text.slice(dash + 1, end).trim());
    if (value === undefined) return false;
    // A list's value starts at its first dash, not at the colon before it.
    const valueStart = list.length === 0 ? dash : field.valueStart;
    list.push(value);
    this.fields.push({ ...field, valueStart, end, valueEnd: end });
    return true;
  }

  private startsList(at: number): boolean {
    let dash = at;
    while (dash < this.to && this.text.charCodeAt(dash) === SPACE) dash++;
    return dash < this.to && this.text.charCodeAt(dash) === DASH;
  }
}

function readValue(source: string): unknown {
  if (!source.startsWith('[')) return readScalar(source);
  if (!flowList.test(source)) return undefined;
  const inner = source.slice(1, -1).trim();
  if (inner === '') return [];
  const items = inner.split(',').map((part) => readScalar(part.trim()));
  return items.includes(undefined) || items.includes(null) ? undefined : items;
}

/** A scalar as YAML 1.2 core reads it; undefined when it is not a simple one. */
function readScalar(source: string): unknown {
  if (source === '') return null;
  const first = source.charCodeAt(0);
  if (first === 34 || first === 39) {
    return quoted.test(source) ? source.slice(1, -1) : undefined;
  }
  if (!isOrdinary(source)) {
    if (!plain.test(source) || source.endsWith(':')) return undefined;
    if (source.includes(': ') || source.includes(' #')) return undefined;
  }
  return isDigit(first) ? readDigits(source) : readWord(source);
}

/** Where the colon stands after a key of words with single blanks between them, or -1. */
function keyEnd(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  if (!isLetter(first) && first !== UNDERSCORE) return -1;
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) return text.charCodeAt(at - 1) === SPACE ? -1 : at;
    const isDouble = unit === SPACE && text.charCodeAt(at - 1) === SPACE;
    if (isDouble || (unit !== SPACE && !isKeyUnit(unit))) return -1;
  }
  return -1;
}

function isKeyUnit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === DASH || unit === UNDERSCORE;
}

/** Most values are letters, digits, dashes and single words: nothing to look at more closely. */
function isOrdinary(source: string): boolean {
  if (source.charCodeAt(0) === DASH) return false;
  for (let at = 0; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== SPACE && !isKeyUnit(unit)) return false;
  }
  return true;
}

function readDigits(source: string): unknown {
  const second = source.charCodeAt(1);
  // Dates are what most of them are, and no numbers.
  if (second === LOWER_O || second === LOWER_X) {
    return octal.test(source) || hex.test(source) ? Number(source) : source;
  }
  return decimal.test(source) ? Number(source) : source;
}

function readWord(source: string): unknown {
  switch (source) {
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return source;
  }
}

function contentEnd(text: string, start: number, next: number): number {
  let end = next;
  if (end > start && text.charCodeAt(end - 1) === LF) end--;
  if (end > start && text.charCodeAt(end - 1) === CR) end--;
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  return end;
}

const LOWER_O = 111;
const LOWER_X = 120;
/** A letter or digit first; tabs and control characters are the library's to judge. */
const plain = /^[\p{L}\p{Nd}][^\p{Cc}\ufeff\u2028\u2029]*$/u;
const quoted = /^(?:"[^"\\\p{Cc}]*"|'[^'\p{Cc}]*')$/u;
const flowList = /^\[[^[\]{}"'#:&*!|>%@`\p{Cc}]*\]$/u;
const decimal = /^\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/;
const octal = /^0o[0-7]+$/;
const hex = /^0x[0-9a-fA-F]+$/;
