import { VaultError } from '../../../../contract/errors.ts';
import { ExpressionCursor, separated } from '../expression/cursor.ts';
import { readIdentifier, readString } from '../expression/literals.ts';
import { checkLength, type ParseTime, readExpression } from '../expression/parse.ts';
import type { Header, Named, Query, QueryStep, SortKey } from './ast.ts';
import { readSource } from './parse-source.ts';

/** Parses a query. Words of the language may be written in any case. */
export function parseQuery(text: string, time: ParseTime): Query {
  checkLength(text);
  refuseCode(text);
  const cursor = new ExpressionCursor(text);
  const query = readQuery(cursor, time);
  if (query !== undefined && cursor.isAtEnd) return query;
  throw cursor.error();
}

function readQuery(cursor: ExpressionCursor, time: ParseTime): Query | undefined {
  skipComments(cursor);
  const header = readHeader(cursor, time);
  if (header === undefined) return undefined;
  skipComments(cursor);
  const source = readFrom(cursor);
  skipComments(cursor);
  const steps: QueryStep[] = [];
  for (;;) {
    const step = readStep(cursor, time);
    if (step === undefined) return { header, source, steps };
    steps.push(step);
    skipComments(cursor);
  }
}

function skipComments(cursor: ExpressionCursor): void {
  do cursor.skipBlank();
  while (!cursor.isAtEnd && cursor.match(/\/\/[^\n]*/y, '') !== undefined);
}

function readHeader(cursor: ExpressionCursor, time: ParseTime): Header | undefined {
  const kind = cursor.match(/TABLE|LIST|TASK|CALENDAR/iy, 'TABLE, LIST, TASK or CALENDAR');
  switch (kind?.toUpperCase()) {
    case 'TABLE':
      return readTable(cursor, time);
    case 'LIST':
      return readList(cursor, time);
    case 'TASK':
      return { kind: 'task' };
    case 'CALENDAR': {
      const date = cursor.takeBlank() ? readNamed(cursor, time) : undefined;
      return date && { kind: 'calendar', date };
    }
    default:
      return undefined;
  }
}

function readTable(cursor: ExpressionCursor, time: ParseTime): Header | undefined {
  if (cursor.isAtEnd) return { kind: 'table', columns: [], showId: true };
  if (!cursor.takeBlank()) return undefined;
  const showId = !takeWithoutId(cursor);
  const columns = separated(cursor, ',', () => readNamed(cursor, time)) ?? [];
  return { kind: 'table', columns, showId };
}

function readList(cursor: ExpressionCursor, time: ParseTime): Header | undefined {
  if (cursor.isAtEnd) return { kind: 'list', value: undefined, showId: true };
  if (!cursor.takeBlank()) return undefined;
  const showId = !takeWithoutId(cursor);
  const value = cursor.attempt(() => readExpression(cursor, time));
  return { kind: 'list', value, showId };
}

function takeWithoutId(cursor: ExpressionCursor): boolean {
  const found = cursor.match(/WITHOUT\s+ID/iy, 'WITHOUT ID') !== undefined;
  if (found) cursor.skipBlank();
  return found;
}

/** An expression with its name: given after AS, or else its own text. */
function readNamed(cursor: ExpressionCursor, time: ParseTime): Named | undefined {
  const from = cursor.at;
  const expression = readExpression(cursor, time);
  if (expression === undefined) return undefined;
  const text = cursor.text.slice(from, cursor.at);
  const given = cursor.attempt(() => {
    if (!takeWord(cursor, /AS/iy, 'AS')) return undefined;
    return cursor.takeBlank() ? (readIdentifier(cursor) ?? readString(cursor)) : undefined;
  });
  return { name: given ?? joinLines(text), expression };
}

function takeWord(cursor: ExpressionCursor, pattern: RegExp, expected: string): boolean {
  return cursor.takeBlank() && cursor.match(pattern, expected) !== undefined;
}

function joinLines(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('');
}

function readFrom(cursor: ExpressionCursor): Query['source'] {
  return cursor.attempt(() =>
    takeClause(cursor, /FROM/iy, 'FROM') ? readSource(cursor) : undefined,
  );
}

function readStep(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  const readers = [readSecondFrom, readWhere, readSort, readLimit, readGroup, readFlatten];
  return cursor.firstOf(readers.map((read) => () => read(cursor, time)));
}

/** A clause starts with its word and at least one blank. */
function takeClause(cursor: ExpressionCursor, word: RegExp, expected: string): boolean {
  return cursor.match(word, expected) !== undefined && cursor.takeBlank();
}

function readSecondFrom(cursor: ExpressionCursor): QueryStep | undefined {
  const found = cursor.match(/FROM/iy, '') !== undefined && cursor.takeBlank();
  return found && readSource(cursor) ? { kind: 'from' } : undefined;
}

function readWhere(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  if (!takeClause(cursor, /WHERE/iy, 'WHERE')) return undefined;
  const condition = readExpression(cursor, time);
  return condition && { kind: 'where', condition };
}

function readSort(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  if (!takeClause(cursor, /SORT/iy, 'SORT')) return undefined;
  const keys = separated(cursor, ',', () => readSortKey(cursor, time));
  return keys && { kind: 'sort', keys };
}

function readSortKey(cursor: ExpressionCursor, time: ParseTime): SortKey | undefined {
  const expression = readExpression(cursor, time);
  if (expression === undefined) return undefined;
  cursor.skipBlank();
  const direction = cursor.match(/ASCENDING|DESCENDING|ASC|DESC/iy, 'ASC or DESC') ?? '';
  return { expression, isDescending: /^desc/i.test(direction) };
}

function readLimit(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  if (!takeClause(cursor, /LIMIT/iy, 'LIMIT')) return undefined;
  const amount = readExpression(cursor, time);
  return amount && { kind: 'limit', amount };
}

function readGroup(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  if (!takeClause(cursor, /GROUP BY/iy, 'GROUP BY')) return undefined;
  const by = readNamed(cursor, time);
  return by && { kind: 'group', by };
}

function readFlatten(cursor: ExpressionCursor, time: ParseTime): QueryStep | undefined {
  if (!takeClause(cursor, /FLATTEN/iy, 'FLATTEN')) return undefined;
  const field = readNamed(cursor, time);
  return field && { kind: 'flatten', field };
}

/** Scripts in notes are never run. They are refused by name, so that the error says what is wrong. */
function refuseCode(text: string): void {
  const start = text.trimStart();
  if (/^(?:`{3,}\s*)?dataviewjs\b/i.test(start) || /^(?:await\s+)?dv\.\w/.test(start)) {
    throw unsupported('dataviewjs', 'Write it as a TABLE, LIST or TASK query.');
  }
  if (start.startsWith('$=')) {
    throw unsupported('inline JavaScript ($=)', 'Write it as an expression of the query language.');
  }
}

function unsupported(what: string, hint: string): VaultError {
  return new VaultError(
    'unsupported',
    `vaultd does not run code from notes, so ${what} is refused.`,
    {
      reason: 'code-refused',
      hint,
    },
  );
}
