import { isDate } from '../values/date.ts';
import { EvalFailure } from '../values/failure.ts';
import { isList, ObjectValue, type Value } from '../values/value.ts';
import { dateMethods } from './date-methods.ts';
import { BaseFile, BaseLink } from './file.ts';
import { fileMethods, linkMethods } from './file-methods.ts';
import { listMethods, objectMethods } from './list-methods.ts';
import type { MethodContext, MethodTable } from './method.ts';
import { numberMethods } from './number-methods.ts';
import { baseText } from './text.ts';
import { regexpMethods, textMethods } from './text-methods.ts';
import { baseTypeOf, isBaseEmpty, isBaseTruthy } from './types.ts';
import { RegexpValue } from './values.ts';

/** What every value can be asked. */
const anyMethods: MethodTable<Value> = {
  isEmpty: (value) => isBaseEmpty(value),
  isTruthy: (value) => isBaseTruthy(value),
  isType: (value, [type = null]) => baseTypeOf(value) === baseText(type).toLowerCase(),
  toString: (value: Value) => baseText(value),
};

/** Calls a method. Nothing answers everything with nothing, so that absent properties do no harm. */
export function callMethod(
  value: Value,
  name: string,
  args: readonly Value[],
  context: MethodContext,
): Value {
  const own = callOwn(value, name, args, context);
  if (own !== undefined) return own;
  if (Object.hasOwn(anyMethods, name)) return anyMethods[name]?.(value, args, context) ?? null;
  if (value === null) return null;
  throw new EvalFailure('unknown-function', `A ${baseTypeOf(value)} has no function "${name}".`);
}

function callOwn(
  value: Value,
  name: string,
  args: readonly Value[],
  context: MethodContext,
): Value | undefined {
  const call = <T>(table: MethodTable<T>, receiver: T): Value | undefined =>
    Object.hasOwn(table, name) ? table[name]?.(receiver, args, context) : undefined;
  if (typeof value === 'string') return call(textMethods, value);
  if (typeof value === 'number') return call(numberMethods, value);
  if (isList(value)) return call(listMethods, value);
  if (isDate(value)) return call(dateMethods, value);
  if (value instanceof BaseLink) return call(linkMethods, value);
  if (value instanceof BaseFile) return call(fileMethods, value);
  if (value instanceof RegexpValue) return call(regexpMethods, value);
  return value instanceof ObjectValue ? call(objectMethods, value) : undefined;
}
