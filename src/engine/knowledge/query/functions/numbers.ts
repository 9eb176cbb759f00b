import { compareValues } from '../values/compare.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { type BinaryOperator, operate } from '../values/operators.ts';
import { type FunctionValue, isList, type Value } from '../values/value.ts';
import { defineAll, type FunctionForms, type QueryFunction } from './define.ts';

/** Functions on numbers, and those that boil a list down to one value. */
export const numbers = defineAll({
  average: (forms) =>
    forms
      .one('array', (list, env) => {
        const sum = fold(list, '+', env);
        return sum === null ? null : operate['/'](sum, list.length);
      })
      .one('any', (value) => value),
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  max: extreme((order) => order > 0),
  maxby: extremeBy((order) => order > 0),
  min: extreme((order) => order <= 0),
  minby: extremeBy((order) => order <= 0),
  product: folding('*'),
  reduce: (forms) =>
    forms
      .two('array', 'string', (list, operator, env) => {
        if (list.length === 0) return null;
        if (isFoldable(operator)) return fold(list, operator, env);
        throw new EvalFailure('runtime', 'reduce() joins with one of + - * / & |.');
      })
      .two('array', 'function', ([first = null, ...others], join) =>
        others.reduce((sum, next) => (next === null ? sum : join(sum, next)), first),
      )
      .nullOnNull(2)
      .maps(2, 1),
  round: (forms) =>
    rounding(Math.round)(forms)
      .two('number', 'number', (value, digits) =>
        digits <= 0 ? Math.round(value) : Number.parseFloat(toFixed(value, digits)),
      )
      .two('number', 'null', (value) => Math.round(value))
      .two('null', 'any', () => null)
      .maps(2, 0),
  sum: folding('+'),
  trunc: rounding(Math.trunc),
});

function rounding(round: (value: number) => number) {
  return (forms: FunctionForms) => forms.one('number', round).each(1);
}

/** The least or greatest argument, nulls left aside; one list stands for its elements. */
function extreme(prefers: (order: number) => boolean) {
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
  return (forms: FunctionForms) => forms.rest(pickAll);
}

function extremeBy(prefers: (order: number) => boolean) {
  return (forms: FunctionForms) =>
    forms
      .two('array', 'function', (list, key, env) => pickBy(list, key, env, prefers))
      .two('null', 'function', () => null);
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

function isFoldable(operator: string): operator is BinaryOperator {
  return ['+', '-', '*', '/', '&', '|'].includes(operator);
}

/** Joins the elements of a list with an operator, from the left. */
function fold(list: readonly Value[], operator: BinaryOperator, env: Env): Value {
  const [first = null, ...others] = list;
  return others.reduce<Value>((sum, next) => {
    env.budget.spend();
    return operate[operator](sum, next, env);
  }, first);
}

function folding(operator: BinaryOperator) {
  return (forms: FunctionForms) =>
    forms.one('array', (list, env) => fold(list, operator, env)).one('any', (value) => value);
}

function toFixed(value: number, digits: number): string {
  if (digits > 100) throw new EvalFailure('runtime', 'round() keeps at most 100 digits.');
  return value.toFixed(digits);
}
