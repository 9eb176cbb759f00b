import { datePart, isDate } from '../values/date.ts';
import { type DurationUnit, durationUnits, isDuration } from '../values/duration.ts';
import { EvalFailure } from '../values/failure.ts';
import { isList, isObject, type Value } from '../values/value.ts';
import { baseTypeOf } from './types.ts';

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
