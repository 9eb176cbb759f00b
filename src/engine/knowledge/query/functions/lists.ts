import { boundedList } from '../values/bounded.ts';
import { compareInside, compareValues, isEqual } from '../values/compare.ts';
import type { Env } from '../values/env.ts';
import { toText } from '../values/text.ts';
import { type FunctionValue, isList, isObject, isTruthy, type Value } from '../values/value.ts';
import { defineAll, type FunctionForms } from './define.ts';

/** Functions on lists. */
export const lists = defineAll({
  all: quantifier((values, test) => values.every(test)),
  any: quantifier((values, test) => values.some(test)),
  contains: containing((text, part) => text.includes(part)),
  /** Elements must be equal as a whole. */
  econtains: (forms) =>
    forms
      .two('array', 'any', (list, what, env) => list.some((element) => isEqual(what, element, env)))
      .two('string', 'string', (text, part) => text.includes(part))
      .two('object', 'string', (object, key) => object.get(key) !== undefined)
      .two('any', 'any', (where, what, env) => isEqual(where, what, env))
      .maps(2, 1),
  filter: perElement((list, test) => list.filter((value) => isTruthy(test(value)))),
  firstvalue: (forms) => forms.one('array', (list) => list.find(isPresent) ?? null).nullOnNull(1),
  flat: (forms) =>
    forms
      .one('array', (list) => flatten(list, 1))
      .two('array', 'number', (list, depth) => flatten(list, depth))
      .nullOnNull(1),
  icontains: containing((text, part) =>
    text.toLocaleLowerCase().includes(part.toLocaleLowerCase()),
  ),
  join: (forms) =>
    forms
      .two('array', 'string', (list, separator, env) => joinTexts(list, separator, env))
      .two('array', 'null', (list, _none, env) => joinTexts(list, ', ', env))
      .two('any', 'string', (value, _separator, env) => toText(value, env))
      .one('array', (list, env) => joinTexts(list, ', ', env))
      .one('any', (value, env) => toText(value, env))
      .maps(2, 1),
  length: (forms) =>
    forms
      .one('array', (list) => list.length)
      .one('object', (object) => object.keys().length)
      .one('string', (text) => text.length)
      .one('null', () => 0),
  map: perElement((list, change) => list.map((value) => change(value))),
  none: quantifier((values, test) => !values.some(test)),
  nonnull: (forms) =>
    forms.one('array', (list) => list.filter(isPresent)).rest((args) => args.filter(isPresent)),
  reverse: (forms) =>
    forms
      .one('array', (list) => list.toReversed())
      .one('string', (text) => text.split('').reverse().join(''))
      .one('any', (value) => value),
  slice: (forms) =>
    forms
      .one('array', (list) => list.slice())
      .two('array', 'number', (list, start) => list.slice(start))
      .three('array', 'number', 'number', (list, start, end) => list.slice(start, end))
      .nullOnNull(1),
  sort: (forms) =>
    forms
      .one('array', (list, env) => list.toSorted((a, b) => compareValues(a, b, env)))
      .two('array', 'function', (list, key, env) =>
        list
          .map((value) => ({ value, key: key(value) }))
          .sort((a, b) => compareValues(a.key, b.key, env))
          .map(({ value }) => value),
      )
      .one('any', (value) => value),
  /** Sorted, equal neighbours merged. Links count as different when they are written differently. */
  unique: (forms) =>
    forms
      .one('array', (list, env) => {
        const sorted = list.toSorted((a, b) => compareInside(a, b, env));
        return sorted.filter(
          (value, i) => i === 0 || compareInside(sorted[i - 1] ?? null, value, env) !== 0,
        );
      })
      .nullOnNull(1),
});

/** Searches lists recursively; texts by a rule of their own, objects by key. */
function containing(inText: (text: string, part: string) => boolean) {
  const contains = (where: Value, what: Value, env: Env): boolean => {
    env.budget.spend();
    if (isList(where)) return where.some((element) => contains(element, what, env));
    if (typeof what === 'string') {
      if (typeof where === 'string') return inText(where, what);
      if (isObject(where)) return where.get(what) !== undefined;
    }
    return isEqual(where, what, env);
  };
  return (forms: FunctionForms) => forms.two('any', 'any', contains).maps(2, 1);
}

/** `all`, `any` and `none`: over one list, over a list with a test, or over the arguments. */
function quantifier(
  decide: (values: readonly Value[], test: (value: Value) => boolean) => boolean,
) {
  return (forms: FunctionForms) =>
    forms
      .one('array', (list) => decide(list, isTruthy))
      .two('array', 'function', (list, test) => decide(list, (value) => isTruthy(test(value))))
      .rest((args) => decide(args, isTruthy));
}

function perElement(run: (list: readonly Value[], each: FunctionValue) => Value) {
  return (forms: FunctionForms) =>
    forms.two('array', 'function', run).two('null', 'any', () => null);
}

function isPresent(value: Value): boolean {
  return value !== null;
}

function joinTexts(list: readonly Value[], separator: string, env: Env): string {
  return list.map((value) => toText(value, env)).join(separator);
}

function flatten(list: readonly Value[], depth: number): Value[] {
  const result: Value[] = [];
  for (const element of list) {
    if (isList(element) && depth >= 1) result.push(...flatten(element, depth - 1));
    else result.push(element);
  }
  return boundedList(result);
}
