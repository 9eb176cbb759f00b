import { luxon } from '../values/calendars.ts';
import { type DateValue, toDate } from '../values/date.ts';
import { type DurationUnit, DurationValue, durationUnits } from '../values/duration.ts';
import { type LinkValue, toLink } from '../values/link.ts';
import { emojiSource } from '../values/names.ts';
import type { ExpressionCursor } from './cursor.ts';

const numberPattern = /-?[0-9]+(?:\.[0-9]+)?/y;
const stringPattern = /"(?:\\[\s\S]|[^"\\])*"/y;
const booleanPattern = /true|false|True|False/y;
const tagPattern = /#[^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]*/y;
const linkPattern = /\[\[[^[\]]*\]\]/y;
const datePattern =
  /(\d{4})-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d{3}))?(Z|[+-]\d{1,2}(?::\d{2})?|\[[0-9A-Za-z+-/]+\])?)?)?)?)?/y;
const identifierPattern = new RegExp(
  String.raw`(?:\p{L}|${emojiSource})(?:[0-9\p{L}_-]|${emojiSource})*`,
  'uy',
);

const unitNames: Readonly<Record<DurationUnit, readonly string[]>> = {
  years: ['year', 'years', 'yr', 'yrs'],
  quarters: [],
  months: ['month', 'months', 'mo', 'mos'],
  weeks: ['week', 'weeks', 'wk', 'wks', 'w'],
  days: ['day', 'days', 'd'],
  hours: ['hour', 'hours', 'hr', 'hrs', 'h'],
  minutes: ['minute', 'minutes', 'min', 'mins', 'm'],
  seconds: ['second', 'seconds', 'sec', 'secs', 's'],
  milliseconds: [],
};
const unitOf = new Map<string, DurationUnit>();
for (const unit of durationUnits) {
  for (const name of unitNames[unit]) unitOf.set(name, unit);
}
const unitPattern = new RegExp(
  [...unitOf.keys()].sort((a, b) => b.length - a.length).join('|'),
  'y',
);

export function readNumber(cursor: ExpressionCursor): number | undefined {
  const text = cursor.match(numberPattern, 'a number');
  return text === undefined ? undefined : Number.parseFloat(text);
}

/** Only the quote and the backslash can be escaped; any other backslash stays. */
export function readString(cursor: ExpressionCursor): string | undefined {
  const text = cursor.match(stringPattern, 'a "string"');
  return text?.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

export function readBoolean(cursor: ExpressionCursor): boolean | undefined {
  const text = cursor.match(booleanPattern, 'true or false');
  return text === undefined ? undefined : text.toLowerCase() === 'true';
}

export function readTag(cursor: ExpressionCursor): string | undefined {
  return cursor.match(tagPattern, 'a #tag');
}

export function readIdentifier(cursor: ExpressionCursor): string | undefined {
  return cursor.match(identifierPattern, 'a name');
}

export function readLink(cursor: ExpressionCursor): LinkValue | undefined {
  const text = cursor.match(linkPattern, 'a [[link]]');
  return text === undefined ? undefined : parseLink(text.slice(2, -2), false);
}

export function readEmbed(cursor: ExpressionCursor): LinkValue | undefined {
  return cursor.attempt(() => {
    const isEmbed = cursor.text[cursor.at] === '!';
    if (isEmbed) cursor.at++;
    return readLink(cursor)?.with({ embed: isEmbed });
  });
}

/** A date with as many parts as are written. Days and hours beyond their range roll over. */
export function readDate(cursor: ExpressionCursor, zone: string): DateValue | undefined {
  datePattern.lastIndex = cursor.at;
  const found = datePattern.exec(cursor.text);
  const date = found === null ? undefined : toCalendarDate(found, zone);
  if (date === undefined) return cursor.miss('a date like 2024-03-01');
  cursor.at = datePattern.lastIndex;
  return date;
}

export function readDuration(cursor: ExpressionCursor): DurationValue | undefined {
  const parts: { [unit in DurationUnit]?: number } = {};
  let isFirst = true;
  for (;;) {
    const from = cursor.at;
    if (!isFirst) skipSeparator(cursor);
    const part = readDurationPart(cursor);
    if (part === undefined) {
      cursor.at = from;
      return isFirst ? undefined : new DurationValue(parts);
    }
    parts[part.unit] = (parts[part.unit] ?? 0) + part.count;
    isFirst = false;
  }
}

function readDurationPart(
  cursor: ExpressionCursor,
): { unit: DurationUnit; count: number } | undefined {
  const count = readNumber(cursor);
  if (count === undefined) return undefined;
  cursor.skipBlank();
  const unit = unitOf.get(cursor.match(unitPattern, 'a unit like days') ?? '');
  return unit === undefined ? undefined : { unit, count };
}

function skipSeparator(cursor: ExpressionCursor): void {
  cursor.skipBlank();
  if (cursor.text[cursor.at] !== ',') return;
  cursor.at++;
  cursor.skipBlank();
}

/** The first pipe that is not escaped ends the target. */
function parseLink(inner: string, embed: boolean): LinkValue {
  let pipe = inner.indexOf('|');
  while (pipe > 0 && inner[pipe - 1] === '\\') pipe = inner.indexOf('|', pipe + 1);
  const target = (pipe === -1 ? inner : inner.slice(0, pipe)).replaceAll('\\|', '|');
  return toLink(target, pipe === -1 ? undefined : inner.slice(pipe + 1), embed);
}

function toCalendarDate(found: RegExpExecArray, localZone: string): DateValue | undefined {
  const [
    ,
    year = '',
    month = '',
    day = '1',
    hour = '0',
    minute = '0',
    second = '0',
    ms = '0',
    zone,
  ] = found;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  // The carry is done in a calendar without clock changes; only the outcome is read in the zone.
  const carried = new Date(0);
  carried.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  carried.setUTCHours(Number(hour), Number(minute), Number(second), Number(ms));
  return toDate(
    luxon().DateTime.fromObject(
      {
        year: carried.getUTCFullYear(),
        month: carried.getUTCMonth() + 1,
        day: carried.getUTCDate(),
        hour: carried.getUTCHours(),
        minute: carried.getUTCMinutes(),
        second: carried.getUTCSeconds(),
        millisecond: carried.getUTCMilliseconds(),
      },
      { zone: zone === undefined ? localZone : zoneName(zone) },
    ),
  );
}

function zoneName(written: string): string {
  if (written === 'Z') return 'utc';
  return written.startsWith('[') ? written.slice(1, -1) : `UTC${written}`;
}
