import { type Document, isMap, isNode, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { isRecord } from '../../../kit/records.ts';
import { countLines } from './chars.ts';
import type { FrontmatterField, Properties } from './note.ts';

/** Aliases that one document may expand: enough for people, not for bombs. */
const aliasesMax = 100;
/** Brackets deeper than this are refused before the library recurses into them. */
const nestingMax = 256;

export type YamlRead =
  | {
      /** Absent when the document is no mapping. */
      readonly values: Properties | undefined;
      readonly fields: FrontmatterField[];
      /** Nothing but comments and blank lines. */
      readonly blank: boolean;
    }
  | { readonly problem: string; readonly at: number; readonly line: number };

/** Reads a YAML 1.2 mapping with the places of its top-level entries. Never throws. */
export function readYaml(text: string, from: number, to: number): YamlRead {
  const source = text.slice(from, to);
  const fail = (problem: string, offset: number): YamlRead => ({
    problem,
    at: from + offset,
    line: 1 + countLines(source, 0, offset),
  });
  if (isTooDeep(source)) return fail('The properties are nested too deeply.', 0);
  try {
    const document = parseDocument(source, {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
    const [error] = document.errors;
    if (error !== undefined) return fail(toSentence(error.message), error.pos[0]);
    const repeated = findRepeatedKey(document);
    if (repeated !== undefined) {
      return fail(sayRepeated(repeated.key), repeated.offset);
    }
    const values: unknown = document.toJS({ maxAliasCount: aliasesMax });
    if (!isMap(document.contents) || !isRecord(values)) {
      return { values: undefined, fields: [], blank: values === null };
    }
    const fields = toFields(document.contents, source, from);
    return { values, fields, blank: false };
  } catch (thrown) {
    return fail(toSentence(thrown instanceof Error ? thrown.message : 'unreadable'), 0);
  }
}

export function sayRepeated(key: string): string {
  return `The property "${key}" is there twice.`;
}

function toFields(map: YAMLMap, source: string, from: number): FrontmatterField[] {
  const fields: FrontmatterField[] = [];
  let line = 1;
  let counted = 0;
  for (const { key, value } of map.items) {
    if (!isNode(key) || !key.range) continue;
    const [start, keyEnd] = key.range;
    line += countLines(source, counted, start);
    counted = start;
    const colon = source.indexOf(':', keyEnd);
    const afterColon = colon === -1 ? keyEnd : colon + 1;
    const range = isNode(value) ? value.range : undefined;
    const written = range !== null && range !== undefined && range[1] > range[0];
    const valueStart = written ? Math.max(range[0], afterColon) : afterColon;
    const valueEnd = written ? trimmedEnd(source, valueStart, range[1]) : afterColon;
    fields.push({
      key: isScalar(key) ? String(key.value) : source.slice(start, keyEnd),
      start: from + start,
      end: from + Math.max(valueEnd, afterColon),
      line,
      valueStart: from + valueStart,
      valueEnd: from + valueEnd,
    });
  }
  return fields;
}

/** The library's own check compares every pair, which hostile input makes quadratic. */
function findRepeatedKey(document: Document.Parsed): { key: string; offset: number } | undefined {
  const maps: unknown[] = [document.contents];
  for (let node = maps.pop(); node !== undefined; node = maps.pop()) {
    if (!isCollectionLike(node)) continue;
    const seen = isMap(node) ? new Set<unknown>() : undefined;
    for (const item of node.items) {
      if (!isPairLike(item)) {
        maps.push(item);
        continue;
      }
      const { key, value } = item;
      if (isScalar(key)) {
        if (seen?.has(key.value)) return { key: String(key.value), offset: key.range?.[0] ?? 0 };
        seen?.add(key.value);
      } else maps.push(key);
      maps.push(value);
    }
  }
  return undefined;
}

function isCollectionLike(node: unknown): node is { items: unknown[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items);
}

function isPairLike(item: unknown): item is { key: unknown; value: unknown } {
  return typeof item === 'object' && item !== null && 'key' in item && 'value' in item;
}

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 91 || unit === 123) depth++;
    else if (unit === 93 || unit === 125) depth--;
    if (depth > nestingMax) return true;
  }
  return deepest.test(source);
}

/** Block nesting: more than 256 dashes on one line, or more than 512 blanks before text. */
const deepest = /^(?: *- ){256}|^ {512} *\S/m;

function trimmedEnd(source: string, start: number, end: number): number {
  let at = end;
  while (at > start && source.charCodeAt(at - 1) <= 32) at--;
  return at;
}

function toSentence(message: string): string {
  const first = message.split('\n')[0] ?? '';
  return first.endsWith('.') ? first : `${first}.`;
}
