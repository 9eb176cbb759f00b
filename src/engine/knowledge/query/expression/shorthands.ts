import type { DateTime } from 'luxon';
import { luxon } from '../values/calendars.ts';
import { type DateValue, toDate } from '../values/date.ts';
import type { ExpressionCursor } from './cursor.ts';

type Shorthand = (now: DateTime) => DateTime;

const shorthands = new Map<string, Shorthand>([
  ['now', (now) => now],
  ['today', (now) => now.startOf('day')],
  ['yesterday', (now) => now.startOf('day').minus({ days: 1 })],
  ['tomorrow', (now) => now.startOf('day').plus({ days: 1 })],
]);
for (const unit of ['week', 'month', 'year'] as const) {
  const start: Shorthand = (now) => now.startOf(unit);
  const end: Shorthand = (now) => now.endOf(unit);
  shorthands.set(`so${unit.charAt(0)}`, start).set(`start-of-${unit}`, start);
  shorthands.set(`eo${unit.charAt(0)}`, end).set(`end-of-${unit}`, end);
}
const shorthandPattern = new RegExp([...shorthands.keys()].join('|'), 'y');

/** `today` and its kin, as of now. */
export function readShorthand(
  cursor: ExpressionCursor,
  nowMs: number,
  zone: string,
): DateValue | undefined {
  const word = cursor.match(shorthandPattern, 'a day like today');
  const shorthand = word === undefined ? undefined : shorthands.get(word);
  return shorthand && toDate(shorthand(luxon().DateTime.fromMillis(nowMs, { zone })));
}
