import { type DateValue, datePart, isDate } from '../values/date.ts';
import { type DurationValue, durationUnits, isDuration } from '../values/duration.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { isLink, isList, isObject, typeOf, type Value } from '../values/value.ts';

/** `of[at]`. What is missing is null; what makes no sense fails. */
export function indexInto(of: Value, at: string | number, env: Env): Value {
  if (isList(of)) return typeof at === 'number' ? elementAt(of, at) : mapElements(of, at, env);
  if (typeof of === 'string')
    return typeof at === 'number' ? elementAt(of, at) : wrong(of, 'a number');
  if (!isObject(of) && !isLink(of) && !isDate(of) && !isDuration(of)) return null;
  if (typeof at !== 'string') return wrong(of, 'a name');
  if (isObject(of)) return of.get(at) ?? null;
  if (isLink(of)) return env.links.page(of.path)?.get(at) ?? null;
  return isDate(of) ? partOf(of, at) : durationIn(of, at);
}

function elementAt<T extends Value>(of: string | readonly T[], at: number): Value {
  return at < 0 || at >= of.length ? null : (of[at] ?? null);
}

/** A name on a list asks every element; those that cannot answer are left out. */
function mapElements(list: readonly Value[], name: string, env: Env): Value[] {
  const found: Value[] = [];
  for (const element of list) {
    env.budget.spend();
    if (typeof element === 'string') continue;
    found.push(indexInto(element, name, env));
  }
  return found;
}

/** The names are Dataview's: its week year is the number of the week, its week counts in the month. */
const weekParts: Readonly<Record<string, (date: DateValue) => number>> = {
  weekyear: (date) => date.calendar().weekNumber,
  week: (date) => Math.floor(date.calendar().day / 7) + 1,
  weekday: (date) => date.calendar().weekday,
};

function partOf(date: DateValue, name: string): Value {
  const part = Object.hasOwn(weekParts, name) ? weekParts[name]?.(date) : datePart(date, name);
  return part ?? null;
}

/** A unit answers to its plural, and most to their singular. */
function durationIn(duration: DurationValue, name: string): Value {
  const unit = durationUnits.find((plural) => plural === name || plural === `${name}s`);
  return unit === undefined || unit === 'quarters' || name === 'week' ? null : duration.as(unit);
}

function wrong(of: Value, expected: string): never {
  throw new EvalFailure('index', `A ${typeOf(of)} is indexed with ${expected}.`);
}
