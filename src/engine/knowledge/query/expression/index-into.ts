import { type DateValue, isDate } from '../values/date.ts';
import { type DurationUnit, type DurationValue, isDuration } from '../values/duration.ts';
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
  return isDate(of) ? datePart(of, at) : durationIn(of, at);
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

const dateParts: Readonly<Record<string, (date: DateValue) => number>> = {
  year: (date) => date.calendar().year,
  month: (date) => date.calendar().month,
  // The names are Dataview's: its week year is the number of the week, its week counts in the month.
  weekyear: (date) => date.calendar().weekNumber,
  week: (date) => Math.floor(date.calendar().day / 7) + 1,
  weekday: (date) => date.calendar().weekday,
  day: (date) => date.calendar().day,
  hour: (date) => date.calendar().hour,
  minute: (date) => date.calendar().minute,
  second: (date) => date.calendar().second,
  millisecond: (date) => date.calendar().millisecond,
};

const durationNames: Readonly<Record<string, DurationUnit>> = {
  year: 'years',
  years: 'years',
  month: 'months',
  months: 'months',
  weeks: 'weeks',
  day: 'days',
  days: 'days',
  hour: 'hours',
  hours: 'hours',
  minute: 'minutes',
  minutes: 'minutes',
  second: 'seconds',
  seconds: 'seconds',
  millisecond: 'milliseconds',
  milliseconds: 'milliseconds',
};

function datePart(date: DateValue, name: string): Value {
  return (Object.hasOwn(dateParts, name) ? dateParts[name]?.(date) : undefined) ?? null;
}

function durationIn(duration: DurationValue, name: string): Value {
  const unit = Object.hasOwn(durationNames, name) ? durationNames[name] : undefined;
  return unit === undefined ? null : duration.as(unit);
}

function wrong(of: Value, expected: string): never {
  throw new EvalFailure('index', `A ${typeOf(of)} is indexed with ${expected}.`);
}
