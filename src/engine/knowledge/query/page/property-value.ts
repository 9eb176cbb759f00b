import { limits } from '../../../../contract/limits.ts';
import { parseWhole } from '../expression/cursor.ts';
import { readDate, readDuration, readEmbed } from '../expression/literals.ts';
import { newRecord, RecordValue, type Value } from '../values/value.ts';

/** A property as expressions see it: texts that are wholly a date, a duration or a link become one. */
export function toPropertyValue(raw: unknown, zone: string): Value {
  return convert(raw, (text) => parseText(text, zone), 0);
}

/** A property as it is stored. */
export function toStoredValue(raw: unknown): Value {
  return convert(raw, (text) => text, 0);
}

function convert(raw: unknown, text: (text: string) => Value, depth: number): Value {
  switch (typeof raw) {
    case 'string':
      return text(raw);
    case 'number':
    case 'boolean':
      return raw;
    case 'bigint':
      return Number(raw);
    case 'object':
      if (raw === null || depth > limits.queryDepthMax) return null;
      if (Array.isArray(raw)) return raw.map((element) => convert(element, text, depth + 1));
      return toRecord(raw, (member) => convert(member, text, depth + 1));
    default:
      return null;
  }
}

function toRecord(raw: object, convertMember: (member: unknown) => Value): Value {
  const record = newRecord();
  for (const [key, member] of Object.entries(raw)) record[key] = convertMember(member);
  return new RecordValue(record);
}

/** Nothing but digits, a sign and brackets can start one of the three. */
function parseText(text: string, zone: string): Value {
  if (!/^[\d\-![]/.test(text)) return text;
  return (
    parseWhole(text, (cursor) => readDate(cursor, zone)) ??
    parseWhole(text, readDuration) ??
    parseWhole(text, readEmbed) ??
    text
  );
}
