import type { DateTime, DateTimeUnit } from 'luxon';
import { luxon } from '../values/calendars.ts';
import { type DateValue, toDate } from '../values/date.ts';
import type { ExpressionCursor } from './cursor.ts';

type Shorthand = (now: DateTime) => DateTime;

const start =
  (unit: DateTimeUnit): Shorthand =>
  (now) =>
    now.startOf(unit);
const end =
  (unit: DateTimeUnit): Shorthand =>
  (now) =>
    now.endOf(unit);

const shorthands: Readonly<Record<string, Shorthand>> = {
  now: (now) => now,
  today: start('day'),
  yesterday: (now) => now.startOf('day').minus({ days: 1 }),
  tomorrow: (now) => now.startOf('day').plus({ days: 1 }),
  sow: start('week'),
  'start-of-week': start('week'),
  eow: end('week'),
  'end-of-week': end('week'),
  som: start('month'),
  'start-of-month': start('month'),
  eom: end('month'),
  'end-of-month': end('month'),
  soy: start('year'),
  'start-of-year': start('year'),
  eoy: end('year'),
  'end-of-year': end('year'),
};
const shorthandPattern = new RegExp(
  Object.keys(shorthands)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'y',
);

/** `today` and its kin, as of now. */
export function readShorthand(
  cursor: ExpressionCursor,
  nowMs: number,
  zone: string,
): DateValue | undefined {
  const word = cursor.match(shorthandPattern, 'a day like today');
  const shorthand = word === undefined ? undefined : shorthands[word];
  return shorthand && toDate(shorthand(luxon().DateTime.fromMillis(nowMs, { zone })));
}
