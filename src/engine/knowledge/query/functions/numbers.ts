import { compareValues } from '../values/compare.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { type BinaryOperator, operate } from '../values/operators.ts';
import { type FunctionValue, isList, type Value } from '../values/value.ts';
import { type FunctionForms, forms, type QueryFunction } from './define.ts';

const rounding = (name: string, round: (value: number) => number): FunctionForms =>
  forms(name)
    .one('number', round)
    .one('null', () => null)
    .maps(1, 0);

const round = rounding('round', Math.round)
  .two('number', 'number', (value, digits) =>
    digits <= 0 ? Math.round(value) : Number.parseFloat(toFixed(value, digits)),
  )
  .two('number', 'null', (value) => Math.round(value))
  .two('null', 'any', () => null)
  .maps(2, 0)
  .build();

/** The least or greatest argument, nulls left aside; one list stands for its elements. */
function extreme(prefers: (order: number) => boolean): QueryFunction {
  const pick = (a: Value, b: Value, env: Env): Value => {
    if (b === null) return a;
    if (a === null) return b;
    return prefers(compareValues(a, b, env)) ? a : b;
  };
  const pickAll: QueryFunction = (args, env) => {
    const [first = null, ...others] = args;
    if (others.length === 0 && isList(first)) return pickAll(first, env);
    return others.reduce<Value>((best, next) => pick(best, next, env), first);
  };
  return pickAll;
}

function extremeBy(name: string, prefers: (order: number) => boolean): QueryFunction {
  return forms(name)
    .two('array', 'function', (list, key, env) => pickBy(list, key, env, prefers))
    .two('null', 'function', () => null)
    .build();
}

function pickBy(
  list: readonly Value[],
  key: FunctionValue,
  env: Env,
  prefers: (order: number) => boolean,
): Value {
  const keyed = list
    .map((value) => ({ value, key: key(value) }))
    .filter((item) => item.key !== null);
  const [first, ...others] = keyed;
  if (first === undefined) return list[0] ?? null;
  return others.reduce(
    (best, next) => (prefers(compareValues(best.key, next.key, env)) ? best : next),
    first,
  ).value;
}

const foldable = new Set<string>(['+', '-', '*', '/', '&', '|']);
const isFoldable = (operator: string): operator is BinaryOperator => foldable.has(operator);

/** Joins the elements of a list with an operator, from the left. */
function fold(list: readonly Value[], operator: BinaryOperator, env: Env): Value {
  const [first = null, ...others] = list;
  return others.reduce<Value>((sum, next) => {
    env.budget.spend();
    return operate[operator](sum, next, env);
  }, first);
}

const reduce = forms('reduce')
  .two('array', 'string', (list, operator, env) => {
    if (list.length === 0) return null;
    if (isFoldable(operator)) return fold(list, operator, env);
    throw new EvalFailure('runtime', 'reduce() joins with one of + - * / & |.');
  })
  .two('array', 'function', ([first = null, ...others], join) =>
    others.reduce((sum, next) => (next === null ? sum : join(sum, next)), first),
  )
  .nullOnNull(2)
  .maps(2, 1)
  .build();

const folding = (name: string, operator: BinaryOperator): QueryFunction =>
  forms(name)
    .one('array', (list, env) => fold(list, operator, env))
    .one('any', (value) => value)
    .build();

const average = forms('average')
  .one('array', (list, env) => {
    const sum = fold(list, '+', env);
    return sum === null ? null : operate['/'](sum, list.length, env);
  })
  .one('any', (value) => value)
  .build();

/** Functions on numbers, and those that boil a list down to one value. */
export const numbers: Readonly<Record<string, QueryFunction>> = {
  average,
  ceil: rounding('ceil', Math.ceil).build(),
  floor: rounding('floor', Math.floor).build(),
  max: extreme((order) => order > 0),
  maxby: extremeBy('maxby', (order) => order > 0),
  min: extreme((order) => order <= 0),
  minby: extremeBy('minby', (order) => order <= 0),
  product: folding('product', '*'),
  reduce,
  round,
  sum: folding('sum', '+'),
  trunc: rounding('trunc', Math.trunc).build(),
};

function toFixed(value: number, digits: number): string {
  if (digits > 100) throw new EvalFailure('runtime', 'round() keeps at most 100 digits.');
  return value.toFixed(digits);
}
