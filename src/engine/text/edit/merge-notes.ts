import { isDeepStrictEqual } from 'node:util';
import type { Properties } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import { mergeTexts } from './merge.ts';
import { readProperties, writeProperties } from './yaml/frontmatter.ts';

/**
 * Joins two changes of one note: properties one by one, the body line by line. Undefined where both
 * changed the same property or the same lines in different ways.
 */
export function mergeNoteTexts(base: string, ours: string, theirs: string): string | undefined {
  const [old, mine, other] = [split(base), split(ours), split(theirs)];
  const isByLine =
    old === undefined ||
    mine === undefined ||
    other === undefined ||
    old.head === mine.head ||
    old.head === other.head ||
    mine.head === other.head;
  if (isByLine) return mergeTexts(base, ours, theirs).text;
  const properties = mergeProperties(old.properties, mine.properties, other.properties);
  const { text: body } = mergeTexts(old.body, mine.body, other.body);
  if (properties === undefined || body === undefined) return undefined;
  try {
    return writeProperties(mine.head + body, properties);
  } catch {
    return undefined;
  }
}

/** Undefined for a note without properties, or with some that cannot be read. */
function split(text: string) {
  const note = scanNote(text);
  if (note.frontmatter === undefined) return undefined;
  try {
    const properties = readProperties(text, note);
    return { head: text.slice(0, note.bodyStart), body: text.slice(note.bodyStart), properties };
  } catch {
    return undefined;
  }
}

function mergeProperties(
  base: Properties,
  ours: Properties,
  theirs: Properties,
): Properties | undefined {
  const merged = new Map<string, unknown>(Object.entries(ours));
  for (const key of new Set([...Object.keys(base), ...Object.keys(theirs)])) {
    const [old, mine, other] = [base[key], ours[key], theirs[key]];
    if (isDeepStrictEqual(other, old) || isDeepStrictEqual(other, mine)) continue;
    const value = isDeepStrictEqual(mine, old) ? other : mergeLists(old, mine, other);
    if (value === undefined && !isDeepStrictEqual(mine, old)) return undefined;
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** What either side added to a list is in it, what either removed is not. */
function mergeLists(base: unknown, ours: unknown, theirs: unknown): unknown[] | undefined {
  const old = base === undefined ? [] : base;
  if (!Array.isArray(old) || !Array.isArray(ours) || !Array.isArray(theirs)) return undefined;
  const has = (list: readonly unknown[], item: unknown) =>
    list.some((each) => isDeepStrictEqual(each, item));
  const kept = ours.filter((item) => has(theirs, item) || !has(old, item));
  const added = theirs.filter((item) => !has(old, item) && !has(ours, item));
  return [...kept, ...added];
}
