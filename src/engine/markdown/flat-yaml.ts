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
  const values: Record<string, unknown> = {};
  const fields: FrontmatterField[] = [];
  let list: unknown[] | undefined;
  let indent = -1;
  for (let start = from, line = firstLine; start < to; line++) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 || newline >= to ? to : newline + 1;
    const source = text.slice(start, lineEnd(text, start, next));
    if (source !== '') {
      const item = listItem.exec(source);
      if (item !== null) {
        const [, blanks = '', written = ''] = item;
        if (list === undefined || (indent !== -1 && indent !== blanks.length)) return undefined;
        indent = blanks.length;
        const value = readScalar(written);
        if (value === undefined) return undefined;
        list.push(value);
        const last = fields.pop();
        if (last === undefined) return undefined;
        const end = start + source.length;
        // A list's value starts at its first dash, not at the line ending after the colon.
        const valueStart = list.length === 1 ? start + blanks.length : last.valueStart;
        fields.push({ ...last, valueStart, end, valueEnd: end });
      } else {
        const entry = keyed.exec(source);
        const [, key = '', gap = '', written = ''] = entry ?? [];
        if (entry === null || Object.hasOwn(values, key) || key === '__proto__') return undefined;
        const value = readValue(written);
        if (value === undefined) return undefined;
        values[key] = value;
        const valueStart = start + key.length + 1 + gap.length;
        const valueEnd = valueStart + written.length;
        fields.push({ key, start, end: valueEnd, line, valueStart, valueEnd });
        list = undefined;
        indent = -1;
        if (written === '' && text.charCodeAt(next) !== 13 && startsList(text, next, to)) {
          list = [];
          values[key] = list;
        }
      }
    }
    start = next;
  }
  return { values, fields };
}

/** A scalar as YAML 1.2 core reads it; undefined when it is not a simple one. */
export function readScalar(source: string): unknown {
  if (source === '') return null;
  const first = source.charCodeAt(0);
  if (first === 34 || first === 39) {
    return quoted.test(source) ? source.slice(1, -1) : undefined;
  }
  if (!plain.test(source) || source.includes(': ') || source.includes(' #')) return undefined;
  if (source.endsWith(':')) return undefined;
  return readPlain(source);
}

/** What a plain scalar means: null, boolean, number or the text itself. */
function readPlain(source: string): unknown {
  const first = source.charCodeAt(0);
  if (first >= 48 && first <= 57) return readNumber(source);
  if (source.length > 5) return source;
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

function readNumber(source: string): unknown {
  if (source.length > 15) return undefined;
  if (decimal.test(source)) return Number(source);
  return odd.test(source) ? undefined : source;
}

function readValue(source: string): unknown {
  if (source.charCodeAt(0) !== 91) return readScalar(source);
  if (!flowList.test(source)) return undefined;
  const inner = source.slice(1, -1).trim();
  if (inner === '') return [];
  const items = inner.split(',').map((part) => readScalar(part.trim()));
  return items.includes(undefined) || items.includes(null) ? undefined : items;
}

function lineEnd(text: string, start: number, next: number): number {
  let end = next;
  if (end > start && text.charCodeAt(end - 1) === 10) end--;
  if (end > start && text.charCodeAt(end - 1) === 13) end--;
  while (end > start && text.charCodeAt(end - 1) === 32) end--;
  return end;
}

function startsList(text: string, start: number, to: number): boolean {
  let at = start;
  while (at < to && text.charCodeAt(at) === 32) at++;
  return at < to && text.charCodeAt(at) === 45;
}

const keyed = /^([A-Za-z_][\w-]*(?: [\w-]+)*):(?:( +)(.*)|)$/;
const listItem = /^( *)-(?: +(.*)|)$/;
/** Letters and digits first, then nothing that YAML could take for more than text. */
const plain = /^[\p{L}\p{N}][^\t\r\n{}[\]&*!|>'"%@`,]*$/u;
const quoted = /^(?:"[^"\\]*"|'[^']*')$/;
const flowList = /^\[[^[\]{}"'#:&*!|>%@`\t]*\]$/;
const decimal = /^\d+(?:\.\d+)?$/;
/** Digits that may still be a number in another notation. */
const odd = /^(?:0[xo]|\d+\.$|[\d.]+[eE])/;
