import { TomlError } from 'smol-toml';
import * as z from 'zod';
import { findNearest } from '../kit/nearest.ts';
import { toRecord } from '../kit/records.ts';

type Key = PropertyKey;

/** The first thing that is wrong: its line, its key, what is expected, and the name that was meant. */
export function describeIssue(error: z.ZodError, shape: z.ZodType, text: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it does not fit.';
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = findNames(shape, issue.path);
    const nearest = findNearest(key, known);
    const place = issue.path.length === 0 ? '' : ` in ${toName(issue.path)}`;
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    return `${atLine(text, [...issue.path, key])}there is no key "${key}"${place}.${meant}`;
  }
  const expected = issue.message.replace(/^Invalid (input|option): /, '');
  return `${atLine(text, issue.path)}${toName(issue.path)}: ${expected}.`;
}

/** A file that is neither TOML nor JSON. */
export function describeSyntax(thrown: unknown): string {
  const at = thrown instanceof TomlError ? `line ${thrown.line}, column ${thrown.column}: ` : '';
  const [message = ''] = thrown instanceof Error ? thrown.message.split('\n') : [];
  return `${at}${message.replace(/^Invalid TOML document: /, '')}.`;
}

/** `vaults[0].name`, or a word for the file itself. */
function toName(path: readonly Key[]): string {
  const name = path.reduce<string>(
    (whole, key) =>
      typeof key === 'number' ? `${whole}[${key}]` : `${whole}${whole && '.'}${String(key)}`,
    '',
  );
  return name || 'the file';
}

/** The keys that a table may have. */
function findNames(shape: z.ZodType, path: readonly Key[]): string[] {
  let at: unknown = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  for (const key of path) {
    const { items, properties, additionalProperties } = toTable(at);
    at =
      typeof key === 'number' ? items : (toRecord(properties)[String(key)] ?? additionalProperties);
  }
  return Object.keys(toRecord(toTable(at).properties));
}

/** Of several forms that a value may have, the table. */
function toTable(schema: unknown): Readonly<Record<string, unknown>> {
  const { anyOf, ...rest } = toRecord(schema);
  return Array.isArray(anyOf) ? (anyOf.map(toRecord).find((form) => form.properties) ?? {}) : rest;
}

/** The line of a key, where it can be told. */
function atLine(text: string, path: readonly Key[]): string {
  const line = text.trimStart().startsWith('{') ? findInJson(text, path) : findInToml(text, path);
  return line === undefined ? '' : `line ${line}: `;
}

/** TOML as people write it: tables have headings, keys stand at the start of lines. */
function findInToml(text: string, path: readonly Key[]): number | undefined {
  const counts = new Map<string, number>();
  let table: readonly Key[] = [];
  let nearest: { readonly line: number; readonly depth: number } | undefined;
  for (const [index, row] of text.split('\n').entries()) {
    const heading = /^\s*\[(\[?)\s*([^\]]+?)\s*\]/.exec(row);
    const key = /^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=/.exec(row)?.[1];
    if (heading?.[2] !== undefined) table = toPath(heading[2], heading[1] === '[', counts);
    else if (key === undefined) continue;
    const here = key === undefined ? table : [...table, ...toKeys(key)];
    const depth = here.length;
    const isOnTheWay = depth <= path.length && here.every((each, i) => each === path[i]);
    if (isOnTheWay && depth > (nearest?.depth ?? 0)) nearest = { line: index + 1, depth };
  }
  return nearest?.line;
}

/** A heading as a path; tables of a list are counted. */
function toPath(heading: string, isList: boolean, counts: Map<string, number>): Key[] {
  const keys = toKeys(heading);
  const name = keys.join('.');
  if (isList) counts.set(name, (counts.get(name) ?? -1) + 1);
  return keys.flatMap((key, i) => {
    const index = counts.get(keys.slice(0, i + 1).join('.'));
    return index === undefined ? [key] : [key, index];
  });
}

function toKeys(name: string): string[] {
  return (name.match(/[\w-]+|"[^"]*"/g) ?? []).map((key) => key.replaceAll('"', ''));
}

/** In JSON the last key of the path, searched after those before it. */
function findInJson(text: string, path: readonly Key[]): number | undefined {
  let at = 0;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const found = text.indexOf(JSON.stringify(String(key)), at);
    if (found === -1) break;
    at = found;
  }
  return at === 0 ? undefined : text.slice(0, at).split('\n').length;
}
