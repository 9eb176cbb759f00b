import type { DateTime } from 'luxon';
import { luxon } from './calendars.ts';
import { locale } from './locale.ts';

/**
 * A moment and the zone it is read in. Dates are compared far more often than their parts are read,
 * so this is two plain members, and the calendar is made on demand.
 */
export class DateValue {
  readonly ms: number;
  /** A zone name, or `system`. */
  readonly zone: string;

  constructor(ms: number, zone: string) {
    this.ms = ms;
    this.zone = zone;
  }

  /** The calendar view. */
  calendar(): DateTime {
    return luxon().DateTime.fromMillis(this.ms, { zone: this.zone });
  }
}

/** The parts of a date that have a name of their own in both languages. */
const dateParts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

/** A part of a date by its name; undefined when there is no such part. */
export function datePart(date: DateValue, name: string): number | undefined {
  const part = dateParts.find((known) => known === name);
  return part && date.calendar()[part];
}

export function isDate(value: unknown): value is DateValue {
  return value instanceof DateValue;
}

/** The value of a calendar, or undefined when that calendar is not a real date. */
export function toDate(calendar: DateTime): DateValue | undefined {
  if (!calendar.isValid) return undefined;
  return new DateValue(calendar.toMillis(), zoneNameOf(calendar));
}

/** Midnight of a day, or undefined when there is no such day. */
function dayOf(year: number, month: number, day: number, zone: string): DateValue | undefined {
  return toDate(luxon().DateTime.fromObject({ year, month, day }, { zone }));
}

/** The same day at midnight, in the zone given. */
export function stripTime(date: DateValue, zone: string): DateValue | undefined {
  const { year, month, day } = date.calendar();
  return dayOf(year, month, day, zone);
}

/** The first date in a text, as `YYYY-MM-DD` or `YYYYMMDD`. */
export function findDay(text: string, zone: string): DateValue | undefined {
  const match = /(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? /(\d{4})(\d{2})(\d{2})/.exec(text);
  if (match === null) return undefined;
  return dayOf(Number(match[1]), Number(match[2]), Number(match[3]), zone);
}

/** A date in a form of Luxon's tokens. What the form leaves open is taken from now. */
export function parseDateAs(text: string, form: string, zone: string, nowMs: number) {
  const { DateTime: Calendar, Settings } = luxon();
  const now = Settings.now;
  // Luxon asks its own clock; it is set only for the length of this call.
  Settings.now = () => nowMs;
  try {
    return toDate(Calendar.fromFormat(text, form, { zone, locale }));
  } finally {
    Settings.now = now;
  }
}

/** Same moment and same zone: one moment in two zones is two dates. */
export function isSameDate(a: DateValue, b: DateValue): boolean {
  return a.ms === b.ms && a.zone === b.zone;
}

function zoneNameOf({ zone }: DateTime): string {
  return zone.type === 'system' ? 'system' : zone.name;
}
