import { boundedList } from '../values/bounded.ts';
import { isList, type ObjectValue, type Value } from '../values/value.ts';
import { type MethodContext, type MethodTable, numberOr } from './method.ts';
import { isBaseEqual, sortBase } from './operators.ts';
import { baseText } from './text.ts';
import { isBaseTruthy } from './types.ts';

export const listMethods: MethodTable<readonly Value[]> = {
  contains: (list, [what = null], context) => holds(list, what, context),
  containsAll: (list, wanted, context) => wanted.flat().every((what) => holds(list, what, context)),
  containsAny: (list, wanted, context) => wanted.flat().some((what) => holds(list, what, context)),
  flat: (list) => boundedList(list.flatMap((value) => (isList(value) ? value : [value]))),
  join: (list, [separator = null]) =>
    list.map(baseText).join(separator === null ? ',' : baseText(separator)),
  mean: (list) => {
    const numbers = list.filter((value): value is number => typeof value === 'number');
    if (numbers.length === 0) return null;
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  },
  reverse: (list) => list.toReversed(),
  slice: (list, [start, end]) => list.slice(numberOr(start, 0), numberOr(end, undefined)),
  sort: (list) => list.toSorted(sortBase),
  unique: (list) => {
    // By what is printed, also for links, which elsewhere are compared by where they lead.
    const seen = new Set<string>();
    return list.filter((value) => {
      const key = `${typeof value} ${baseText(value)}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
  },
};

export const objectMethods: MethodTable<ObjectValue> = {
  keys: (object) => object.keys(),
  values: (object) => object.keys().map((key) => object.get(key) ?? null),
};

/** Calls the expression for an element. */
type Each = (value: Value, index: number, acc?: Value) => Value;

/** A method whose argument is an expression for each element rather than a value. */
export type ElementMethod = (list: readonly Value[], start: Value, each: Each) => Value;

const elementMethods: Readonly<Record<string, ElementMethod>> = {
  filter: (list, _start, each) => list.filter((value, index) => isBaseTruthy(each(value, index))),
  map: (list, _start, each) => list.map((value, index) => each(value, index)),
  reduce: (list, start, each) =>
    list.reduce<Value>((acc, value, index) => each(value, index, acc), start),
};

export function findElementMethod(name: string): ElementMethod | undefined {
  return Object.hasOwn(elementMethods, name) ? elementMethods[name] : undefined;
}

/** A list of tags also answers for tags below the one asked for. */
function holds(list: readonly Value[], what: Value, { isTags }: MethodContext): boolean {
  if (!isTags || typeof what !== 'string') return list.some((value) => isBaseEqual(value, what));
  const tag = bareTag(what);
  return list.some((value) => {
    const own = bareTag(baseText(value));
    return own === tag || own.startsWith(`${tag}/`);
  });
}

function bareTag(tag: string): string {
  return tag.replace(/^#/, '').toLowerCase();
}
