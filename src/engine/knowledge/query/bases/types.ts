import { datePart, isDate } from '../values/date.ts';
import { type DurationUnit, durationUnits, isDuration } from '../values/duration.ts';
import { EvalFailure } from '../values/failure.ts';
import { isLink, isList, isObject, ObjectValue, type Value } from '../values/value.ts';
import { BaseFile } from './file.ts';
import { RegexpValue, RichValue } from './values.ts';

/** The type of a value, by the names that `isType` takes. */
export function baseTypeOf(value: Value) {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (isList(value)) return 'list';
  if (isLink(value)) return 'link';
  if (isDate(value)) return 'date';
  if (isDuration(value)) return 'duration';
  if (value instanceof BaseFile) return 'file';
  if (value instanceof RegexpValue) return 'regexp';
  return value instanceof RichValue ? value.kind : 'object';
}

/** Empty things are false, and so is zero. */
export function isBaseTruthy(value: Value): boolean {
  if (value === null || value === '' || value === 0 || value === false) return false;
  if (typeof value === 'number') return !Number.isNaN(value);
  if (isList(value)) return value.length > 0;
  if (isDuration(value)) return value.toMillis() !== 0;
  return (
    baseTypeOf(value) !== 'object' || (value instanceof ObjectValue && value.keys().length > 0)
  );
}

/** Nothing there, or nothing in it. */
export function isBaseEmpty(value: Value): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return baseTypeOf(value) === 'object' && !isBaseTruthy(value);
}

/** `of.name`. Nothing has nothing in it; a value that cannot have such a field is an error. */
export function readMember(of: Value, name: string): Value {
  if (of === null) return null;
  if (isObject(of)) return of.get(name) ?? null;
  if (name === 'length' && (typeof of === 'string' || isList(of))) return of.length;
  const part = isDate(of) ? datePart(of, name) : undefined;
  if (part !== undefined) return part;
  if (isDuration(of) && isUnit(name)) return of.as(name);
  throw new EvalFailure('index', `A ${baseTypeOf(of)} has no field "${name}".`);
}

function isUnit(name: string): name is DurationUnit {
  return durationUnits.some((unit) => unit === name);
}

/** The numbers of a list; other values are left out. */
export function numbersIn(values: readonly Value[]): number[] {
  return values.filter((value) => typeof value === 'number');
}
