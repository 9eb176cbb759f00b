import type { Duration, DurationLikeObject } from 'luxon';
import { luxon } from './calendars.ts';
import { locale } from './locale.ts';

/** From large to small; every duration carries some of them. */
export const durationUnits = [
  'years',
  'quarters',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'milliseconds',
] as const;
export type DurationUnit = (typeof durationUnits)[number];
export type DurationParts = { readonly [unit in DurationUnit]?: number | undefined };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** What a unit counts for when lengths are compared: a month is 30 days, a year 365. */
const unitMs: Readonly<Record<DurationUnit, number>> = {
  years: 365 * dayMs,
  quarters: 91 * dayMs,
  months: 30 * dayMs,
  weeks: 7 * dayMs,
  days: dayMs,
  hours: hourMs,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

/** A length of time that remembers the units it was written in. */
export class DurationValue {
  readonly parts: DurationParts;

  constructor(parts: DurationParts) {
    this.parts = parts;
  }

  toMillis(): number {
    let sum = 0;
    for (const unit of durationUnits) sum += (this.parts[unit] ?? 0) * unitMs[unit];
    return sum;
  }

  /** The whole length in one unit. */
  as(unit: DurationUnit): number {
    return this.toLuxon().as(unit);
  }

  toLuxon(): Duration {
    const parts: DurationLikeObject = this.parts;
    return luxon().Duration.fromObject(parts, { locale });
  }
}

export function isDuration(value: unknown): value is DurationValue {
  return value instanceof DurationValue;
}

export function toDuration(duration: Duration): DurationValue {
  return new DurationValue(duration.toObject());
}

/** All units, with small ones carried over into large ones. */
export function normalizeDuration(duration: Duration): DurationValue {
  return toDuration(duration.shiftToAll().normalize());
}

/** Equal unit by unit, where absent means zero. Ninety minutes are not an hour and a half. */
export function isSameDuration(a: DurationValue, b: DurationValue): boolean {
  return durationUnits.every((unit) => (a.parts[unit] ?? 0) === (b.parts[unit] ?? 0));
}

/** In words, without the units that are zero. */
export function durationText(duration: DurationValue): string {
  const { parts } = normalizeDuration(duration.toLuxon());
  const kept = Object.fromEntries(Object.entries(parts).filter(([, count]) => count !== 0));
  return new DurationValue(kept).toLuxon().toHuman();
}
