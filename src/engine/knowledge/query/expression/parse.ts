import { limits } from '../../../../contract/limits.ts';
import { isOperator } from '../values/operators.ts';
import type { Value } from '../values/value.ts';
import type { Expression, Member } from './ast.ts';
import {
  ExpressionCursor,
  enclosed,
  type OperatorLevel,
  readOperators,
  separated,
  syntaxError,
} from './cursor.ts';
import {
  readBoolean,
  readDate,
  readDuration,
  readEmbed,
  readIdentifier,
  readNumber,
  readString,
} from './literals.ts';
import { readShorthand } from './shorthands.ts';

/** Days like `today` mean the moment of parsing. */
export interface ParseTime {
  readonly nowMs: number;
  readonly zone: string;
}

/** Parses a whole text as one expression. */
export function parseExpression(text: string, time: ParseTime): Expression {
  checkLength(text);
  const cursor = new ExpressionCursor(text);
  const expression = readExpression(cursor, time);
  if (expression !== undefined && cursor.isAtEnd) return expression;
  cursor.miss('the end');
  throw cursor.error();
}

export function checkLength(text: string): void {
  if (text.length > limits.queryLengthMax) {
    throw syntaxError(text, limits.queryLengthMax, `at most ${limits.queryLengthMax} characters`);
  }
}

/** From the loosest operator to the tightest. `and` and `or` share a level. */
const levels: readonly OperatorLevel[] = [
  { pattern: /and|or|&|\|/iy, expected: '"and" or "or"' },
  { pattern: />=|<=|!=|>|<|=/y, expected: 'a comparison' },
  { pattern: /[+-]/y, expected: '"+" or "-"' },
  { pattern: /[*/%]/y, expected: '"*", "/" or "%"' },
];
const words: Readonly<Record<string, string>> = { and: '&', or: '|' };

/** These start a clause, so they cannot name a field without `row["…"]`. */
const keywords = new Set(['FROM', 'WHERE', 'LIMIT', 'GROUP', 'FLATTEN']);

/** Reads an expression at the cursor, or leaves the cursor where it was. */
export function readExpression(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  return cursor.nest(() =>
    readOperators(cursor, levels, () => readPostfix(cursor, time), joinOperands),
  );
}

function joinOperands(written: string, left: Expression, right: Expression) {
  const operator = words[written.toLowerCase()] ?? written;
  return isOperator(operator) ? { kind: 'binary' as const, operator, left, right } : undefined;
}

function readPostfix(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  return cursor.extend(readAtom(cursor, time), (of) => readAccess(cursor, time, of));
}

/** `.name`, `[expression]` or `(arguments)` after an expression. */
function readAccess(
  cursor: ExpressionCursor,
  time: ParseTime,
  of: Expression,
): Expression | undefined {
  if (cursor.take('.')) {
    const name = readIdentifier(cursor);
    return name === undefined ? undefined : { kind: 'index', of, at: literal(name) };
  }
  if (cursor.take('[')) {
    const at = enclosed(cursor, ']', () => readExpression(cursor, time));
    return at && { kind: 'index', of, at };
  }
  if (!cursor.take('(')) return undefined;
  const args = enclosed(cursor, ')', () => readExpressions(cursor, time));
  return args && { kind: 'call', callee: of, args };
}

function readAtom(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  const readers = [
    () => literalOr(readEmbed(cursor)),
    () => readNot(cursor, time),
    () => readList(cursor, time),
    () => readObject(cursor, time),
    () => readLambda(cursor, time),
    () => readParentheses(cursor, time),
    () => literalOr(readBoolean(cursor)),
    () => literalOr(readNumber(cursor)),
    () => literalOr(readString(cursor)),
    () => readDateLiteral(cursor, time),
    () => readDurationLiteral(cursor),
    () => (cursor.take('null') ? literal(null) : undefined),
    () => readVariable(cursor),
  ];
  return cursor.named('an expression', () => cursor.firstOf<Expression>(readers));
}

function readNot(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  if (!cursor.take('!')) return undefined;
  const operand = cursor.nest(() => readPostfix(cursor, time));
  return operand && { kind: 'not', operand };
}

function readList(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  if (!cursor.take('[')) return undefined;
  const elements = enclosed(cursor, ']', () => readExpressions(cursor, time));
  return elements && { kind: 'list', elements };
}

function readObject(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  if (!cursor.take('{')) return undefined;
  const members = enclosed(
    cursor,
    '}',
    () => separated(cursor, ',', () => readMember(cursor, time)) ?? [],
  );
  return members && { kind: 'object', members };
}

function readMember(cursor: ExpressionCursor, time: ParseTime): Member | undefined {
  const key = readIdentifier(cursor) ?? readString(cursor);
  if (key === undefined) return undefined;
  cursor.skipBlank();
  if (!cursor.take(':')) return undefined;
  cursor.skipBlank();
  const value = readExpression(cursor, time);
  return value && { key, value };
}

function readLambda(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  cursor.skipBlank();
  if (!cursor.take('(')) return undefined;
  const parameters = enclosed(
    cursor,
    ')',
    () => separated(cursor, ',', () => readIdentifier(cursor)) ?? [],
  );
  if (parameters === undefined) return undefined;
  cursor.skipBlank();
  if (!cursor.take('=>')) return undefined;
  cursor.skipBlank();
  const body = readExpression(cursor, time);
  return body && { kind: 'lambda', parameters, body };
}

function readParentheses(cursor: ExpressionCursor, time: ParseTime): Expression | undefined {
  return cursor.take('(') ? enclosed(cursor, ')', () => readExpression(cursor, time)) : undefined;
}

function readDateLiteral(
  cursor: ExpressionCursor,
  { nowMs, zone }: ParseTime,
): Expression | undefined {
  if (!cursor.take('date(')) return undefined;
  return literalOr(
    enclosed(cursor, ')', () => readShorthand(cursor, nowMs, zone) ?? readDate(cursor, zone)),
  );
}

function readDurationLiteral(cursor: ExpressionCursor): Expression | undefined {
  if (!cursor.take('dur(')) return undefined;
  return literalOr(enclosed(cursor, ')', () => readDuration(cursor)));
}

function readVariable(cursor: ExpressionCursor): Expression | undefined {
  const from = cursor.at;
  const name = readIdentifier(cursor);
  if (name === undefined) return undefined;
  if (!keywords.has(name.toUpperCase())) return { kind: 'variable', name };
  cursor.at = from;
  return cursor.miss(`a field name (write row["${name}"] for this one)`);
}

function readExpressions(cursor: ExpressionCursor, time: ParseTime): Expression[] {
  return separated(cursor, ',', () => readExpression(cursor, time)) ?? [];
}

function literal(value: Value): Expression {
  return { kind: 'literal', value };
}

function literalOr(value: Value | undefined): Expression | undefined {
  return value === undefined ? undefined : literal(value);
}
