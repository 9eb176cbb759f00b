import {
  APOSTROPHE,
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  QUOTE,
} from './chars.ts';

/** Brackets inside each other; the library reads deeper ones. */
const nestingMax = 16;
/** Somewhat less than the 1024 characters that YAML allows for a key. */
export const keyUnitsMax = 1000;

/** Reads scalars and what stands in brackets. Undefined leaves the text to the library. */
export class FlowReader {
  /** Where the latest value ended. */
  pos = 0;
  private readonly text: string;
  private depth = 0;
  /** Lines inside of brackets must be indented more than this. */
  private indent = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the value at `at`, which belongs to a key or dash in column `indent`. */
  read(at: number, indent: number): unknown {
    this.pos = at;
    this.indent = indent;
    return this.readValue(plainPattern);
  }

  private readValue(plain: RegExp): unknown {
    const { text, pos: start } = this;
    switch (text.charCodeAt(start)) {
      case QUOTE: {
        if (!this.skip(doublePattern)) return undefined;
        const written = text.slice(start, this.pos);
        return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
      }
      case APOSTROPHE: {
        if (!this.skip(singlePattern)) return undefined;
        return text.slice(start + 1, this.pos - 1).replaceAll("''", "'");
      }
      case BRACKET_OPEN:
        return this.readEntries([], undefined);
      case BRACE_OPEN:
        // A placeholder of a template; to YAML it is a map that is the key of a map.
        return this.skip(placeholderPattern)
          ? { [`{ ${text.slice(start + 2, this.pos - 2)} }`]: null }
          : this.readEntries(undefined, {});
      default:
        return this.skip(plain) ? toScalar(text.slice(start, this.pos)) : undefined;
    }
  }

  /** Reads what stands between brackets into a list or a map. */
  private readEntries(list: unknown[] | undefined, map: YamlMap | undefined): unknown {
    const { text } = this;
    const close = list === undefined ? BRACE_CLOSE : BRACKET_CLOSE;
    if (++this.depth > nestingMax) return undefined;
    this.pos++;
    while (this.skipBlanks()) {
      if (text.charCodeAt(this.pos) !== close) {
        const value = map === undefined ? this.readValue(flowPattern) : this.readPair(map);
        if (value === undefined || !this.skipBlanks()) return undefined;
        list?.push(value);
      }
      const unit = text.charCodeAt(this.pos++);
      if (unit === close) {
        this.depth--;
        return list ?? map;
      }
      if (unit !== COMMA) return undefined;
    }
    return undefined;
  }

  private readPair(map: YamlMap): unknown {
    const { text, pos: start } = this;
    const key = this.readValue(flowPattern);
    if (typeof key !== 'string' || map[key] !== undefined) return undefined;
    if (this.pos - start > keyUnitsMax) return undefined;
    let value: unknown = null;
    if (text.charCodeAt(this.pos) === COLON) {
      this.pos++;
      if (!this.skipBlanks()) return undefined;
      const unit = text.charCodeAt(this.pos);
      if (unit !== COMMA && unit !== BRACE_CLOSE) value = this.readValue(flowPattern);
    }
    map[key] = value;
    return value;
  }

  private skipBlanks(): boolean {
    const { text, pos } = this;
    if (!this.skip(blanksPattern)) return false;
    if (this.pos === pos) return true;
    const line = text.lastIndexOf('\n', this.pos - 1);
    return line < pos || this.pos - line - 1 > this.indent;
  }

  private skip(pattern: RegExp): boolean {
    const end = matchEnd(pattern, this.text, this.pos);
    if (end !== -1) this.pos = end;
    return end !== -1;
  }
}

export type YamlMap = Record<string, unknown>;

/** Where the match of a sticky pattern at `at` ends, or -1. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** A plain scalar as the core schema of YAML 1.2 reads it; undefined for infinity and the like. */
export function toScalar(source: string): unknown {
  const unit = source.charCodeAt(0);
  // Only digits, signs and dots can start a number.
  if (unit <= 57) {
    if (numberPattern.test(source)) return Number(source);
    return rarePattern.test(source) ? undefined : source;
  }
  return source.length <= 5 ? toWord(source) : source;
}

function toWord(source: string): unknown {
  switch (source) {
    case '~':
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

// One character at a time, each in one way: nothing to try twice, whatever follows.
const first = String.raw`[^\0-\x20\x7f-\x9f\ufeff,[\]{}#&*!|>'"%@\x60:?-]`;
const inLine = String.raw`(?:[^\0-\x20\x7f-\x9f\ufeff:]|:(?=[^\0-\x20])| +(?=[^\0-\x20#:]))*`;
const inFlow = String.raw`(?:[^\0-\x20\x7f-\x9f\ufeff:,[\]{}]|:(?=[^\0-\x20,[\]{}])| +(?=[^\0-\x20#:,[\]{}]))*`;
/** Plain text up to the end of the line, a comment or the colon after a key. */
const plain = String.raw`(?:${first}|-(?=[^\0-\x20]))${inLine}`;
const plainPattern = new RegExp(plain, 'y');
const flowPattern = new RegExp(String.raw`(?:${first}|-(?=[^\0-\x20,[\]{}]))${inFlow}`, 'y');
/** A further line of plain text. */
export const moreTextPattern = new RegExp(`(?=[^#])${inLine}`, 'y');
export const keyPattern = new RegExp(
  String.raw`(?:${plain}|"[^"\\\0-\x1f]*"|'[^'\0-\x1f]*'):(?=[ \r\n])`,
  'y',
);
/** With the escapes that JSON has too. */
const doublePattern = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const singlePattern = /'(?:[^'\0-\x1f]|'')*'/y;
const placeholderPattern = /\{\{[A-Za-z][\w-]{0,20}(?::[\w-]{1,20})?\}\}/y;
const blanksPattern = /(?: *\r?\n)* */y;
const numberPattern = /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\dA-Fa-f]+)$/;
const rarePattern = /^[-+]?\.(?:inf|nan)$/i;
