import { limits } from '../../../../contract/limits.ts';
import { compareInside, compareValues, isEqual } from '../values/compare.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { toText } from '../values/text.ts';
import { type FunctionValue, isList, isObject, isTruthy, type Value } from '../values/value.ts';
import { forms, type QueryFunction } from './define.ts';

/** Searches lists recursively; texts by a rule of their own, objects by key. */
function containing(name: string, inText: (text: string, part: string) => boolean): QueryFunction {
  const contains = (where: Value, what: Value, env: Env): boolean => {
    env.budget.spend();
    if (isList(where)) return where.some((element) => contains(element, what, env));
    if (typeof what === 'string') {
      if (typeof where === 'string') return inText(where, what);
      if (isObject(where)) return where.get(what) !== undefined;
    }
    return isEqual(where, what, env);
  };
  return forms(name).two('any', 'any', contains).maps(2, 1).build();
}

const contains = containing('contains', (text, part) => text.includes(part));
const icontains = containing('icontains', (text, part) =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase()),
);

/** Elements must be equal as a whole. */
const econtains = forms('econtains')
  .two('array', 'any', (list, what, env) => list.some((element) => isEqual(what, element, env)))
  .two('string', 'string', (text, part) => text.includes(part))
  .two('object', 'string', (object, key) => object.get(key) !== undefined)
  .two('any', 'any', (where, what, env) => isEqual(where, what, env))
  .maps(2, 1)
  .build();

const length = forms('length')
  .one('array', (list) => list.length)
  .one('object', (object) => object.keys().length)
  .one('string', (text) => text.length)
  .one('null', () => 0)
  .build();

const reverse = forms('reverse')
  .one('array', (list) => list.toReversed())
  .one('string', (text) => text.split('').reverse().join(''))
  .one('any', (value) => value)
  .build();

const sort = forms('sort')
  .one('array', (list, env) => list.toSorted((a, b) => compareValues(a, b, env)))
  .two('array', 'function', (list, key, env) =>
    list
      .map((value) => ({ value, key: key(value) }))
      .sort((a, b) => compareValues(a.key, b.key, env))
      .map(({ value }) => value),
  )
  .one('any', (value) => value)
  .build();

/** Sorted, equal neighbours merged. Links count as different when they are written differently. */
const unique = forms('unique')
  .one('array', (list, env) => {
    const sorted = list.toSorted((a, b) => compareInside(a, b, env));
    return sorted.filter(
      (value, i) => i === 0 || compareInside(sorted[i - 1] ?? null, value, env) !== 0,
    );
  })
  .one('null', () => null)
  .build();

/** `all`, `any` and `none`: over one list, over a list with a test, or over the arguments. */
function quantifier(
  name: string,
  decide: (values: readonly Value[], test: (value: Value) => boolean) => boolean,
): QueryFunction {
  return forms(name)
    .one('array', (list) => decide(list, isTruthy))
    .two('array', 'function', (list, test) => decide(list, (value) => isTruthy(test(value))))
    .rest((args) => decide(args, isTruthy))
    .build();
}

const join = forms('join')
  .two('array', 'string', (list, separator, env) => joinTexts(list, separator, env))
  .two('array', 'null', (list, _none, env) => joinTexts(list, ', ', env))
  .two('any', 'string', (value, _separator, env) => toText(value, env))
  .one('array', (list, env) => joinTexts(list, ', ', env))
  .one('any', (value, env) => toText(value, env))
  .maps(2, 1)
  .build();

const perElement = (
  name: string,
  run: (list: readonly Value[], each: FunctionValue) => Value,
): QueryFunction =>
  forms(name)
    .two('array', 'function', run)
    .two('null', 'any', () => null)
    .build();

const flat = forms('flat')
  .one('array', (list) => flatten(list, 1))
  .two('array', 'number', (list, depth) => flatten(list, depth))
  .one('null', () => null)
  .build();

const slice = forms('slice')
  .one('array', (list) => list.slice())
  .two('array', 'number', (list, start) => list.slice(start))
  .three('array', 'number', 'number', (list, start, end) => list.slice(start, end))
  .one('null', () => null)
  .build();

const isPresent = (value: Value): boolean => value !== null;

/** Functions on lists. */
export const lists: Readonly<Record<string, QueryFunction>> = {
  all: quantifier('all', (values, test) => values.every(test)),
  any: quantifier('any', (values, test) => values.some(test)),
  contains,
  econtains,
  filter: perElement('filter', (list, test) => list.filter((value) => isTruthy(test(value)))),
  firstvalue: forms('firstvalue')
    .one('array', (list) => list.find(isPresent) ?? null)
    .one('null', () => null)
    .build(),
  flat,
  icontains,
  join,
  length,
  map: perElement('map', (list, change) => list.map((value) => change(value))),
  none: quantifier('none', (values, test) => !values.some(test)),
  nonnull: forms('nonnull')
    .one('array', (list) => list.filter(isPresent))
    .rest((args) => args.filter(isPresent))
    .build(),
  reverse,
  slice,
  sort,
  unique,
};

function joinTexts(list: readonly Value[], separator: string, env: Env): string {
  return list.map((value) => toText(value, env)).join(separator);
}

function flatten(list: readonly Value[], depth: number): Value[] {
  const result: Value[] = [];
  for (const element of list) {
    if (isList(element) && depth >= 1) result.push(...flatten(element, depth - 1));
    else result.push(element);
  }
  if (result.length > limits.queryListMax) {
    throw new EvalFailure(
      'runtime',
      `The list would have more than ${limits.queryListMax} elements.`,
    );
  }
  return result;
}
