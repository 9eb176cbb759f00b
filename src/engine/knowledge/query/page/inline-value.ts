import { type ExpressionCursor, parseWhole } from '../expression/cursor.ts';
import {
  readBoolean,
  readDate,
  readDuration,
  readEmbed,
  readNumber,
  readString,
  readTag,
} from '../expression/literals.ts';
import { normalizeDuration } from '../values/duration.ts';
import type { Value } from '../values/value.ts';

/** The value of an inline field: one literal, a comma-separated list of them, or the text itself. */
export function parseInlineValue(text: string, zone: string): Value {
  if (text.trim() === '') return null;
  // Most fields are words, and no literal starts with a letter but these.
  if (!/^[\d"#!\-[tTfFn]/.test(text)) return text;
  return parseList(text, zone) ?? parseWhole(text, (cursor) => readLiteral(cursor, zone)) ?? text;
}

/** At least one literal with a comma after it; a comma after the first one alone makes a list too. */
function parseList(text: string, zone: string): Value[] | undefined {
  return parseWhole(text, (cursor) => {
    const first = readLiteral(cursor, zone);
    if (first === undefined || !takeComma(cursor)) return undefined;
    const values = [first];
    while (!cursor.isAtEnd) {
      if (values.length > 1 && !takeComma(cursor)) return undefined;
      const next = readLiteral(cursor, zone);
      if (next === undefined) return undefined;
      values.push(next);
    }
    return values;
  });
}

function takeComma(cursor: ExpressionCursor): boolean {
  cursor.skipBlank();
  if (!cursor.take(',')) return false;
  cursor.skipBlank();
  return true;
}

function readLiteral(cursor: ExpressionCursor, zone: string): Value | undefined {
  return cursor.attempt<Value>(() => {
    const date = readDate(cursor, zone);
    if (date !== undefined) return date;
    const duration = readDuration(cursor);
    if (duration !== undefined) return normalizeDuration(duration.toLuxon());
    return readWord(cursor);
  });
}

function readWord(cursor: ExpressionCursor): Value | undefined {
  return (
    readString(cursor) ??
    readTag(cursor) ??
    readEmbed(cursor) ??
    readBoolean(cursor) ??
    readNumber(cursor) ??
    // The word is not the value: it stays a text.
    (cursor.take('null') ? 'null' : undefined)
  );
}
