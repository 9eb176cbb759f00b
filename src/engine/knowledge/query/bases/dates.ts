import { luxon, moment } from '../values/calendars.ts';
import type { DateValue } from '../values/date.ts';
import { type DurationUnit, DurationValue, durationUnits } from '../values/duration.ts';
import { BaseDate } from './values.ts';

const dateForm =
  /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$/;
const compactForm = /^\s*(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(?:(\d{2}))?)?\s*$/;

/** A date as people write it: `2025-01-31`, with a time after a blank or `T`, or digits only. */
export function parseBaseDate(text: string, zone: string): BaseDate | undefined {
  const found = dateForm.exec(text) ?? compactForm.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', offset] = found;
  const calendar = luxon().DateTime.fromObject(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour ?? 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
      millisecond: Number(fraction.padEnd(3, '0')),
    },
    { zone: offset === undefined ? zone : `UTC${offset === 'Z' ? '+0' : colonized(offset)}` },
  );
  if (!calendar.isValid) return undefined;
  return new BaseDate(calendar.toMillis(), zone, hour !== undefined);
}

const unitNames: Readonly<Record<DurationUnit, readonly string[]>> = {
  years: ['y', 'year', 'years'],
  quarters: [],
  months: ['M', 'month', 'months'],
  weeks: ['w', 'week', 'weeks'],
  days: ['d', 'day', 'days'],
  hours: ['h', 'hour', 'hours'],
  minutes: ['m', 'minute', 'minutes'],
  seconds: ['s', 'second', 'seconds'],
  milliseconds: ['ms', 'millisecond', 'milliseconds'],
};
const unitOf = new Map(
  durationUnits.flatMap((unit) => unitNames[unit].map((name) => [name, unit] as const)),
);
const durationPart = /\s*([+-]?\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*,?/y;

/** One or more numbers with units. `M` is a month, `m` a minute. */
export function parseBaseDuration(text: string): DurationValue | undefined {
  const parts: Partial<Record<DurationUnit, number>> = {};
  const end = text.trimEnd().length;
  durationPart.lastIndex = 0;
  while (durationPart.lastIndex < end) {
    const [, count, name = ''] = durationPart.exec(text) ?? [];
    const unit = unitOf.get(name) ?? unitOf.get(name.toLowerCase());
    if (unit === undefined) return undefined;
    parts[unit] = (parts[unit] ?? 0) + Number(count);
  }
  return Object.keys(parts).length === 0 ? undefined : new DurationValue(parts);
}

/** Moves a date. A move by hours or less shows the time of day. */
export function moveDate(date: DateValue, by: DurationValue, sign: 1 | -1): BaseDate {
  const calendar = date.calendar();
  const moved = sign === 1 ? calendar.plus(by.toLuxon()) : calendar.minus(by.toLuxon());
  const { hours, minutes, seconds, milliseconds } = by.parts;
  const isFine = [hours, minutes, seconds, milliseconds].some((count) => count);
  return new BaseDate(moved.toMillis(), date.zone, hasTime(date) || isFine);
}

/** As it is stored: a day, or a day and a time. */
export function baseDateText(date: DateValue): string {
  return date.calendar().toFormat(hasTime(date) ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd');
}

/** In Moment's tokens. */
export function formatBaseDate(date: DateValue, form: string): string {
  return moment().utc(date.ms).utcOffset(date.calendar().offset).format(form);
}

/** How far from now, in words. */
export function relativeText(date: DateValue, nowMs: number): string {
  return moment()(date.ms).from(moment()(nowMs));
}

/** In rounded words: 45 seconds are a minute. */
export function baseDurationText(duration: DurationValue): string {
  return moment()
    .duration(Object.fromEntries(Object.entries(duration.parts)))
    .humanize();
}

/** The day, without its time. */
export function dayOfDate(date: DateValue): BaseDate {
  return new BaseDate(date.calendar().startOf('day').toMillis(), date.zone, false);
}

function hasTime(date: DateValue): boolean {
  return !(date instanceof BaseDate) || date.hasTime;
}

function colonized(offset: string): string {
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}
