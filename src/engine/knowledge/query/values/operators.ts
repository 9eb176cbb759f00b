import { boundedText, repeatedText } from './bounded.ts';
import { compareValues, isEqual } from './compare.ts';
import { type DateValue, isDate, toDate } from './date.ts';
import { type DurationValue, isDuration, normalizeDuration } from './duration.ts';
import type { Env } from './env.ts';
import { EvalFailure } from './failure.ts';
import { toText } from './text.ts';
import {
  isList,
  isObject,
  isTruthy,
  newRecord,
  type ObjectValue,
  RecordValue,
  typeOf,
  type Value,
} from './value.ts';

type Binary = (a: Value, b: Value, env: Env) => Value;

/** What each operator does with two values. */
export const operate = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
  '=': (a, b, env) => isEqual(a, b, env),
  '!=': (a, b, env) => !isEqual(a, b, env),
  '<': (a, b, env) => compareValues(a, b, env) < 0,
  '<=': (a, b, env) => compareValues(a, b, env) <= 0,
  '>': (a, b, env) => compareValues(a, b, env) > 0,
  '>=': (a, b, env) => compareValues(a, b, env) >= 0,
  '&': (a, b) => isTruthy(a) && isTruthy(b),
  '|': (a, b) => isTruthy(a) || isTruthy(b),
} satisfies Readonly<Record<string, Binary>>;
export type BinaryOperator = keyof typeof operate;

export function isOperator(written: string): written is BinaryOperator {
  return Object.hasOwn(operate, written);
}

function add(a: Value, b: Value, env: Env): Value {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'string') return boundedText(a + toText(b, env));
  if (typeof b === 'string') return boundedText(toText(a, env) + b);
  if (isDate(a) && isDuration(b)) return shift(a, b, 1);
  if (isDuration(a) && isDate(b)) return shift(b, a, 1);
  if (isDuration(a) && isDuration(b)) return normalizeDuration(a.toLuxon().plus(b.toLuxon()));
  if (isList(a) && isList(b)) return [...a, ...b];
  if (isObject(a) && isObject(b)) return merge(a, b);
  return nothingOr(a, b, '+');
}

function subtract(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (isDate(a) && isDate(b)) return difference(a, b);
  if (isDate(a) && isDuration(b)) return shift(a, b, -1);
  if (isDuration(a) && isDuration(b)) return normalizeDuration(a.toLuxon().minus(b.toLuxon()));
  return nothingOr(a, b, '-');
}

function multiply(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a * b;
  if (typeof a === 'string' && typeof b === 'number') return repeat(a, b);
  if (typeof a === 'number' && typeof b === 'string') return repeat(b, a);
  if (isDuration(a) && typeof b === 'number') return scale(a, (count) => count * b);
  if (typeof a === 'number' && isDuration(b)) return scale(b, (count) => count * a);
  return nothingOr(a, b, '*');
}

function divide(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a / b;
  if (isDuration(a) && typeof b === 'number') return scale(a, (count) => count / b);
  return nothingOr(a, b, '/');
}

function remainder(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return a % b;
  return nothingOr(a, b, '%');
}

/** Arithmetic on two nulls is null; so is moving a date by nothing. The rest has no meaning. */
function nothingOr(a: Value, b: Value, operator: BinaryOperator): null {
  if (a === null && b === null) return null;
  const moves = operator === '+' || operator === '-';
  if (moves && ((isDate(a) && b === null) || (a === null && isDate(b)))) return null;
  throw new EvalFailure(
    'operator',
    `There is no ${typeOf(a)} ${operator} ${typeOf(b)}: these types do not go together.`,
  );
}

function shift(date: DateValue, duration: DurationValue, sign: 1 | -1): DateValue | null {
  const calendar = date.calendar();
  const length = duration.toLuxon();
  return toDate(sign === 1 ? calendar.plus(length) : calendar.minus(length)) ?? null;
}

function difference(a: DateValue, b: DateValue): DurationValue {
  const units = ['years', 'months', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;
  return normalizeDuration(a.calendar().diff(b.calendar(), [...units]));
}

function scale(duration: DurationValue, change: (count: number) => number): DurationValue {
  return normalizeDuration(duration.toLuxon().mapUnits(change));
}

function repeat(text: string, times: number): string {
  return times < 0 ? '' : repeatedText(text, times);
}

function merge(a: ObjectValue, b: ObjectValue): ObjectValue {
  const members = newRecord();
  for (const part of [a, b]) {
    for (const key of part.keys()) members[key] = part.get(key) ?? null;
  }
  return new RecordValue(members);
}
