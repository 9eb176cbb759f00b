import { boundedText } from '../values/bounded.ts';
import { type DateValue, isDate } from '../values/date.ts';
import { DurationValue, isDuration } from '../values/duration.ts';
import { EvalFailure } from '../values/failure.ts';
import { isLink, isList, type Value } from '../values/value.ts';
import { moveDate, parseBaseDate, parseBaseDuration } from './dates.ts';
import { BaseFile, BaseLink } from './file.ts';
import { baseText, toPlain } from './text.ts';
import { baseTypeOf, isBaseEmpty } from './types.ts';

type Binary = (a: Value, b: Value) => Value;

/** What each operator does. `&&` and `||` are not here: they evaluate their right side only if need be. */
export const baseOperate = {
  '+': add,
  '-': subtract,
  '*': (a, b) =>
    isDuration(a) && typeof b === 'number' ? scale(a, b) : arithmetic(a, b, '*', (x, y) => x * y),
  '/': (a, b) =>
    isDuration(a) && typeof b === 'number'
      ? scale(a, 1 / b)
      : arithmetic(a, b, '/', (x, y) => x / y),
  '%': (a, b) => arithmetic(a, b, '%', (x, y) => x % y),
  '==': (a, b) => isBaseEqual(a, b),
  '!=': (a, b) => !isBaseEqual(a, b),
  '<': (a, b) => orders(a, b, (order) => order < 0),
  '<=': (a, b) => orders(a, b, (order) => order <= 0),
  '>': (a, b) => orders(a, b, (order) => order > 0),
  '>=': (a, b) => orders(a, b, (order) => order >= 0),
} satisfies Readonly<Record<string, Binary>>;
export type BaseOperator = keyof typeof baseOperate | '&&' | '||';

export function isBaseOperator(written: string): written is BaseOperator {
  return written === '&&' || written === '||' || Object.hasOwn(baseOperate, written);
}

/** Links and files are equal when they lead to the same file, whatever they show. */
export function isBaseEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isPlace(a) && isPlace(b)) return isSamePlace(a, b);
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((element, at) => isBaseEqual(element, b[at] ?? null));
  }
  const order = compareBase(a, b);
  if (order !== undefined) return order === 0;
  if (isLink(a) && typeof b === 'string') return isWrittenAs(a, b);
  if (isLink(b) && typeof a === 'string') return isWrittenAs(b, a);
  return baseTypeOf(a) === 'object' && baseTypeOf(b) === 'object'
    ? JSON.stringify(toPlain(a)) === JSON.stringify(toPlain(b))
    : false;
}

/** The order of two values that have one, else undefined. A text compared with a date is read as one. */
function compareBase(a: Value, b: Value): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (isDuration(a) && isDuration(b)) return a.toMillis() - b.toMillis();
  const [left, right] = [asDate(a, b), asDate(b, a)];
  return left === undefined || right === undefined ? undefined : left.ms - right.ms;
}

const collator = new Intl.Collator('en-US', { numeric: true });

/** An order for everything, as views and `sort()` need it. What is empty comes last. */
export function sortBase(a: Value, b: Value): number {
  if (isBaseEmpty(a) || isBaseEmpty(b)) return Number(isBaseEmpty(a)) - Number(isBaseEmpty(b));
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return compareBase(a, b) ?? collator.compare(shownText(a), shownText(b));
}

function shownText(value: Value): string {
  return isLink(value) ? (value.display ?? value.path) : baseText(value);
}

function asDate(value: Value, other: Value): DateValue | undefined {
  if (isDate(value)) return value;
  return typeof value === 'string' && isDate(other) ? parseBaseDate(value, other.zone) : undefined;
}

function orders(a: Value, b: Value, test: (order: number) => boolean): boolean {
  const order = compareBase(a, b);
  return order !== undefined && test(order);
}

type Place = BaseLink | BaseFile;

function isPlace(value: Value): value is Place {
  return value instanceof BaseLink || value instanceof BaseFile;
}

function isSamePlace(a: Place, b: Place): boolean {
  const [left, right] = [a, b].map(
    (place) => (place instanceof BaseFile ? place : place.file)?.facts.path,
  );
  if (left !== undefined || right !== undefined) return left === right;
  return a instanceof BaseLink && b instanceof BaseLink && a.path === b.path;
}

function isWrittenAs(link: { readonly path: string }, text: string): boolean {
  const target = link instanceof BaseLink ? link.target : link.path;
  return text === target || (link instanceof BaseLink && text === baseText(link));
}

function add(a: Value, b: Value): Value {
  if (isDate(a) && isDuration(b)) return moveDate(a, b, 1);
  if (isDuration(a) && isDate(b)) return moveDate(b, a, 1);
  if (isDuration(a) && isDuration(b)) return millis(a.toMillis() + b.toMillis());
  if (isDate(a) && typeof b === 'string') return moveByText(a, b, 1) ?? join(a, b);
  if (isList(a)) return isList(b) ? [...a, ...b] : [...a, b];
  if (typeof a === 'string' || typeof b === 'string') return join(a, b);
  return arithmetic(a, b, '+', (x, y) => x + y);
}

function subtract(a: Value, b: Value): Value {
  if (isDate(a) && isDate(b)) return millis(a.ms - b.ms);
  if (isDate(a) && isDuration(b)) return moveDate(a, b, -1);
  if (isDuration(a) && isDuration(b)) return millis(a.toMillis() - b.toMillis());
  const moved = isDate(a) && typeof b === 'string' ? moveByText(a, b, -1) : undefined;
  return moved ?? arithmetic(a, b, '-', (x, y) => x - y);
}

function moveByText(date: DateValue, text: string, sign: 1 | -1): Value | undefined {
  const duration = parseBaseDuration(text);
  return duration && moveDate(date, duration, sign);
}

function join(a: Value, b: Value): string {
  return boundedText(baseText(a) + baseText(b));
}

function millis(milliseconds: number): DurationValue {
  return new DurationValue({ milliseconds });
}

function scale(duration: DurationValue, by: number): DurationValue {
  return millis(duration.toMillis() * by);
}

/** With nothing on one side there is no result; with two wrong types there is an error. */
function arithmetic(
  a: Value,
  b: Value,
  operator: string,
  run: (x: number, y: number) => number,
): Value {
  if (typeof a === 'number' && typeof b === 'number') return run(a, b);
  if (a === null || b === null) return null;
  throw new EvalFailure(
    'operator',
    `There is no ${baseTypeOf(a)} ${operator} ${baseTypeOf(b)}: these types do not go together.`,
  );
}
