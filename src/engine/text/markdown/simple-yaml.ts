import {
  APOSTROPHE,
  BRACE_OPEN,
  BRACKET_OPEN,
  COLON,
  CR,
  countLines,
  DASH,
  DOT,
  GREATER,
  HASH,
  LF,
  PIPE,
  QUOTE,
  SPACE,
  TAB,
} from './chars.ts';
import {
  FlowReader,
  keyPattern,
  keyUnitsMax,
  matchEnd,
  moreTextPattern,
  toScalar,
  type YamlMap,
} from './flow-yaml.ts';
import type { FrontmatterField, Properties } from './note.ts';
import { sayRepeated, type YamlRead } from './yaml.ts';

/** Collections inside each other; the library reads deeper ones. */
const nestingMax = 16;

/**
 * Reads the YAML that people write: maps and lists in both styles, plain and quoted scalars, block
 * scalars, comments, and the two mistakes that are made most. In a process that has just started
 * this costs a small part of what the library costs. Undefined means "ask the library": everything
 * else is what the library says, the same values and problems at the same places.
 */
export function readSimpleYaml(text: string, from: number, to: number): YamlRead | undefined {
  const reader = new SimpleReader(text, from, to);
  const values = reader.readDocument();
  if (values === undefined) return undefined;
  const { fields, mistake, repeated } = reader;
  if (mistake !== -1) {
    const problem = 'Nested mappings are not allowed in compact mappings.';
    return { problem, at: mistake, line: 1 + countLines(text, from, mistake) };
  }
  if (repeated !== undefined) {
    const { key, start: at, line } = repeated;
    return { problem: sayRepeated(key), at, line };
  }
  const blank = fields.length === 0;
  return { values: blank ? undefined : values, fields, blank };
}

/** A method that returns undefined, or false, leaves the whole text to the library. */
class SimpleReader {
  readonly fields: FrontmatterField[] = [];
  /** Where plain text with a colon inside starts, as in `title: Part 1: the start`, or -1. */
  mistake = -1;
  /** The first field whose key was there before. */
  repeated: FrontmatterField | undefined;
  private readonly text: string;
  private readonly from: number;
  private readonly to: number;
  private readonly flow: FlowReader;
  /** Between values: the first character of the next line with content, and its column or -1. */
  private pos: number;
  private indent = 0;
  /** The largest column of the comment lines before it, or -1. */
  private commentIndent = -1;
  /** How many collections are open, and the column of the innermost. */
  private depth = 0;
  private open = 0;
  /** The range of the latest value, and the end of its last line, a comment included. */
  private valueStart = 0;
  private valueEnd = 0;
  private contentEnd = 0;

  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.flow = new FlowReader(text);
    this.from = from;
    this.pos = from;
    this.to = to;
  }

  readDocument(): Properties | undefined {
    if (this.pos < this.to && this.text.charCodeAt(this.to - 1) !== LF) return undefined;
    this.nextLine();
    if (this.indent === -1) return {};
    return this.indent === 0 ? this.readMap(0) : undefined;
  }

  private readMap(indent: number): YamlMap | undefined {
    const { open } = this;
    if (++this.depth > nestingMax) return undefined;
    this.open = indent;
    const values: YamlMap = {};
    let line = 1;
    let counted = this.from;
    do {
      const start = this.pos;
      const key = this.readKey();
      if (key === undefined) return undefined;
      const isRepeated = values[key] !== undefined;
      if (isRepeated && (this.depth > 1 || !Object.hasOwn(values, key))) return undefined;
      this.valueStart = this.pos;
      this.valueEnd = this.pos;
      const value = this.readValue(indent, true);
      if (value === undefined) return undefined;
      values[key] = value;
      if (this.depth > 1) continue;
      const { valueStart, valueEnd } = this;
      line += countLines(this.text, counted, start);
      counted = start;
      const field = { key, start, end: valueEnd, line, valueStart, valueEnd };
      if (isRepeated) this.repeated ??= field;
      this.fields.push(field);
    } while (this.indent === indent);
    this.open = open;
    this.depth--;
    return this.indent < indent ? values : undefined;
  }

  private readList(indent: number): unknown[] | undefined {
    const { text, open } = this;
    if (++this.depth > nestingMax) return undefined;
    this.open = indent;
    const items: unknown[] = [];
    do {
      this.pos++;
      const item = this.readItem(indent);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.indent === indent && isDash(text, this.pos));
    this.open = open;
    this.depth--;
    return this.indent <= indent ? items : undefined;
  }

  /** What follows a dash: also a map or a list whose first line this is. */
  private readItem(indent: number): unknown {
    const { text } = this;
    const at = skipSpaces(text, this.pos);
    const column = indent + 1 + at - this.pos;
    if (isDash(text, at)) {
      this.pos = at;
      return this.readList(column);
    }
    if (matchEnd(keyPattern, text, at) !== -1) {
      this.pos = at;
      return this.readMap(column);
    }
    return this.readValue(indent, false);
  }

  /** Reads a key and its colon. Only text can be a key here: the library has its own way with others. */
  private readKey(): string | undefined {
    const { text, pos } = this;
    this.pos = matchEnd(keyPattern, text, pos);
    const colon = this.pos - 1;
    if (colon < 0) return undefined;
    const first = text.charCodeAt(pos);
    if (first === QUOTE || first === APOSTROPHE) return text.slice(pos + 1, colon - 1);
    // Lines that start with three dots or dashes can be marks of a document.
    if (colon - pos > keyUnitsMax || first === DASH || first === DOT) return undefined;
    const key = text.slice(pos, colon);
    return toScalar(key) === key ? key : undefined;
  }

  /** Reads what belongs to the key or dash before `pos`, which stands in column `parent`. */
  private readValue(parent: number, afterKey: boolean): unknown {
    const { text } = this;
    const at = skipSpaces(text, this.pos);
    const unit = text.charCodeAt(at);
    if (unit !== LF && unit !== CR && unit !== HASH) {
      this.pos = at;
      return this.readInline(parent);
    }
    if (!this.endLine(this.pos)) return undefined;
    const start = this.pos;
    const isList = this.indent >= parent && isDash(text, start);
    if (this.indent <= parent && !(isList && afterKey)) {
      // A comment below an empty value is a part of it, which shows in the range around it.
      return this.depth > 1 && this.commentIndent !== -1 ? undefined : null;
    }
    if (!isList && matchEnd(keyPattern, text, start) === -1) {
      return this.commentIndent === -1 ? this.readInline(parent) : undefined;
    }
    const { indent } = this;
    const value = isList ? this.readList(indent) : this.readMap(indent);
    this.valueStart = start;
    this.valueEnd = this.contentEnd;
    return value;
  }

  /** Reads a value that starts here and is neither a list nor a map of lines. */
  private readInline(parent: number): unknown {
    const { text, pos: start } = this;
    const first = text.charCodeAt(start);
    if (first === PIPE || first === GREATER) return this.readBlockScalar(parent);
    const value = this.flow.read(start, this.open);
    let end = this.flow.pos;
    if (this.depth === 1 && text.charCodeAt(end) === COLON && typeof value === 'string') {
      end = this.skipMistake(start, end + 1);
    }
    if (value === undefined || !this.endLine(end) || !this.mayCommentHere()) return undefined;
    this.valueStart = start;
    this.valueEnd = end;
    if (this.indent <= parent) return value;
    return this.mistake === -1 ? this.readMoreLines(start, parent) : undefined;
  }

  /** Passes over the rest of a line that has a second colon; where it ends. */
  private skipMistake(start: number, afterColon: number): number {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE) return start;
    if (this.mistake === -1) this.mistake = start;
    const at = skipSpaces(text, afterColon);
    return this.flow.read(at, 0) === undefined ? afterColon : this.flow.pos;
  }

  /** Plain text can go on in the next lines. */
  private readMoreLines(start: number, parent: number): string | undefined {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE || first === BRACKET_OPEN || first === BRACE_OPEN) {
      return undefined;
    }
    let value = text.slice(start, this.valueEnd);
    do {
      // A comment ends the text: what comes after it is wrong.
      if (this.contentEnd !== this.valueEnd || this.commentIndent !== -1) return undefined;
      const lines = countLines(text, this.valueEnd, this.pos);
      this.valueEnd = matchEnd(moreTextPattern, text, this.pos);
      value += (lines > 1 ? '\n'.repeat(lines - 1) : ' ') + text.slice(this.pos, this.valueEnd);
      if (!this.endLine(this.valueEnd) || !this.mayCommentHere()) return undefined;
    } while (this.indent > parent);
    return value;
  }

  private readBlockScalar(parent: number): string | undefined {
    const { text, pos: start } = this;
    this.pos = matchEnd(headerPattern, text, start);
    if (this.pos === -1) return undefined;
    const isFolded = text.charCodeAt(start) === GREATER;
    const chomping = text.charAt(start + 1);
    let value = '';
    let indent = -1;
    /** Line endings since the last text, and whether that was indented more than the first line. */
    let lines = 0;
    let wasDeeper = false;
    this.valueEnd = start + (chomping === '+' || chomping === '-' ? 2 : 1);
    while (this.pos < this.to) {
      const next = text.indexOf('\n', this.pos) + 1;
      const end = text.charCodeAt(next - 2) === CR ? next - 2 : next - 1;
      const at = skipSpaces(text, this.pos);
      const column = at - this.pos;
      if (at >= end) {
        // Blanks beyond the indentation are text.
        if (column > (indent === -1 ? 0 : indent)) return undefined;
      } else {
        if (column <= parent) break;
        if (text.charCodeAt(at) === TAB || column < indent) return undefined;
        const isDeeper = indent !== -1 && column > indent;
        if (indent === -1) {
          indent = column;
          value = '\n'.repeat(lines);
        } else if (!isFolded || isDeeper || wasDeeper) value += '\n'.repeat(lines);
        else value += lines === 1 ? ' ' : '\n'.repeat(lines - 1);
        value += text.slice(this.pos + indent, end);
        wasDeeper = isDeeper;
        lines = 0;
        this.valueEnd = end;
      }
      lines++;
      this.pos = next;
    }
    if (chomping === '+') value += '\n'.repeat(lines);
    else if (chomping !== '-' && indent !== -1) value += '\n';
    while (text.charCodeAt(this.valueEnd - 1) <= SPACE) this.valueEnd--;
    this.valueStart = start;
    this.contentEnd = this.valueEnd;
    this.nextLine();
    return this.mayCommentHere() && this.indent <= parent ? value : undefined;
  }

  /** Ends a line after its value, which may have a comment, and goes to the next one with content. */
  private endLine(after: number): boolean {
    const { text } = this;
    this.pos = matchEnd(lineEndPattern, text, after);
    if (this.pos === -1) return false;
    let end = text.charCodeAt(after) === SPACE ? this.pos : after;
    while (end > after && text.charCodeAt(end - 1) <= SPACE) end--;
    this.contentEnd = end;
    this.nextLine();
    return true;
  }

  private nextLine(): void {
    const { text } = this;
    this.commentIndent = -1;
    for (let start = this.pos; start < this.to; start = text.indexOf('\n', start) + 1) {
      const at = skipSpaces(text, start);
      const unit = text.charCodeAt(at);
      if (unit === HASH) {
        this.commentIndent = Math.max(this.commentIndent, at - start);
      } else if (unit !== LF && (unit !== CR || text.charCodeAt(at + 1) !== LF)) {
        this.pos = at;
        this.indent = at - start;
        return;
      }
    }
    this.pos = this.to;
    this.indent = -1;
  }

  /** The library takes some comments for a part of the value before them, which shows in ranges. */
  private mayCommentHere(): boolean {
    if (this.commentIndent <= 0) return true;
    if (this.commentIndent > this.open) return false;
    return this.depth < 3 || this.indent >= this.open;
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

function isDash(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== DASH) return false;
  const next = text.charCodeAt(at + 1);
  return next === SPACE || next === LF || next === CR;
}

const headerPattern = /[|>][+-]? *\r?\n/y;
const lineEndPattern = /(?: +#[^\r\n]*| *)\r?\n/y;
