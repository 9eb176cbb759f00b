import { isDate, isSameDate } from './date.ts';
import { isDuration, isSameDuration } from './duration.ts';
import type { Env } from './env.ts';
import type { LinkValue } from './link.ts';
import { collate } from './locale.ts';
import { isLink, isList, isObject, type ObjectValue, typeOf, type Value } from './value.ts';

/** A total order over all values. Different types stand in the order of their names, null first. */
export function compareValues(a: Value, b: Value, env: Env): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : collate(a, b);
  if (isLink(a) && isLink(b)) return compareLinks(a, b, env.links.normalize);
  return compareOthers(a, b, env);
}

/** As `=` sees it. Cheaper than the order for the strings that rows are mostly filtered by. */
export function isEqual(a: Value, b: Value, env: Env): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return isSameText(a, b);
  return compareValues(a, b, env) === 0;
}

/** Paths of links inside lists and objects are compared as they are written. */
export function compareInside(a: Value, b: Value, env: Env): number {
  if (isLink(a) && isLink(b)) return compareLinks(a, b, (path) => path);
  return compareValues(a, b, env);
}

function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  return a === b ? 0 : 1;
}

/** Two different texts of printable ASCII are never equal to a collation. */
function isSameText(a: string, b: string): boolean {
  if (isPlain(a) && isPlain(b)) return false;
  return collate(a, b) === 0;
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

function compareLinks(a: LinkValue, b: LinkValue, normalize: (path: string) => string): number {
  if (a === b) return 0;
  const byPath = collate(normalize(a.path), normalize(b.path));
  if (byPath !== 0) return byPath;
  const byType = collate(a.type, b.type);
  if (byType !== 0) return byType;
  if (!a.subpath || !b.subpath) return (a.subpath ? 1 : 0) - (b.subpath ? 1 : 0);
  return collate(a.subpath, b.subpath);
}

function compareOthers(a: Value, b: Value, env: Env): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  if (a === b) return 0;
  if (isDate(a) && isDate(b)) return a.ms < b.ms ? -1 : isSameDate(a, b) ? 0 : 1;
  if (isDuration(a) && isDuration(b)) {
    return a.toMillis() < b.toMillis() ? -1 : isSameDuration(a, b) ? 0 : 1;
  }
  if (isList(a) && isList(b)) return compareLists(a, b, env);
  if (isObject(a) && isObject(b)) return compareObjects(a, b, env);
  if (typeof a === 'boolean' && typeof b === 'boolean') return a ? 1 : -1;
  const left = typeOf(a);
  const right = typeOf(b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareLists(a: readonly Value[], b: readonly Value[], env: Env): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareInside(a[i] ?? null, b[i] ?? null, env);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: ObjectValue, b: ObjectValue, env: Env): number {
  const left = a.keys().toSorted();
  const byKeys = compareLists(left, b.keys().toSorted(), env);
  if (byKeys !== 0) return byKeys;
  for (const key of left) {
    const order = compareInside(a.get(key) ?? null, b.get(key) ?? null, env);
    if (order !== 0) return order;
  }
  return 0;
}
