import {
  ExpressionCursor,
  enclosed,
  type OperatorLevel,
  readOperators,
  separated,
} from '../expression/cursor.ts';
import { checkLength } from '../expression/parse.ts';
import type { BaseExpression } from './ast.ts';
import { isBaseOperator } from './operators.ts';

/** Parses a filter or a formula. */
export function parseBaseExpression(text: string): BaseExpression {
  checkLength(text);
  const cursor = new ExpressionCursor(text);
  cursor.skipBlank();
  const expression = readExpression(cursor);
  cursor.skipBlank();
  if (expression !== undefined && cursor.isAtEnd) return expression;
  cursor.miss('the end');
  throw cursor.error();
}

/** From the loosest operator to the tightest. */
const levels: readonly OperatorLevel[] = [
  { pattern: /\|\|/y, expected: '"||"' },
  { pattern: /&&/y, expected: '"&&"' },
  { pattern: /==|!=/y, expected: '"==" or "!="' },
  { pattern: /[<>]=?/y, expected: 'a comparison' },
  { pattern: /[+-]/y, expected: '"+" or "-"' },
  { pattern: /[*/%]/y, expected: '"*", "/" or "%"' },
];

function readExpression(cursor: ExpressionCursor): BaseExpression | undefined {
  return cursor.nest(() => readOperators(cursor, levels, () => readUnary(cursor), joinOperands));
}

function joinOperands(operator: string, left: BaseExpression, right: BaseExpression) {
  return isBaseOperator(operator) ? { kind: 'binary' as const, operator, left, right } : undefined;
}

function readUnary(cursor: ExpressionCursor): BaseExpression | undefined {
  for (const operator of ['!', '-'] as const) {
    if (!cursor.take(operator)) continue;
    cursor.skipBlank();
    const operand = cursor.nest(() => readUnary(cursor));
    return operand && { kind: 'unary', operator, operand };
  }
  return readPostfix(cursor);
}

function readPostfix(cursor: ExpressionCursor): BaseExpression | undefined {
  const from = cursor.at;
  const atom = readAtom(cursor);
  // A dot right behind digits is the number's own, so 1.round() is no call.
  if (/^[\d.]+$/.test(cursor.text.slice(from, cursor.at))) return atom;
  return cursor.extend(atom, (of) => readAccess(cursor, of));
}

function readAccess(cursor: ExpressionCursor, of: BaseExpression): BaseExpression | undefined {
  cursor.skipBlank();
  if (cursor.take('.')) {
    cursor.skipBlank();
    const name = cursor.match(/[\p{L}_$][\p{L}\p{N}_$]*/uy, 'a name');
    if (name === undefined) return undefined;
    const args = cursor.attempt(() => readArguments(cursor));
    return args === undefined ? { kind: 'member', of, name } : { kind: 'method', of, name, args };
  }
  if (!cursor.take('[')) return undefined;
  const at = enclosed(cursor, ']', () => readExpression(cursor));
  return at && { kind: 'index', of, at };
}

function readAtom(cursor: ExpressionCursor): BaseExpression | undefined {
  const readers = [readNumber, readText, readRegexp, readList, readParentheses, readWord];
  return cursor.named('an expression', () => cursor.firstOf(readers));
}

function readNumber(cursor: ExpressionCursor): BaseExpression | undefined {
  const text = cursor.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, 'a number');
  return text === undefined ? undefined : { kind: 'literal', value: Number(text) };
}

function readText(cursor: ExpressionCursor): BaseExpression | undefined {
  const text = cursor.match(/"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y, 'a "text"');
  return text === undefined ? undefined : { kind: 'literal', value: unescaped(text.slice(1, -1)) };
}

function readRegexp(cursor: ExpressionCursor): BaseExpression | undefined {
  const text = cursor.match(
    /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y,
    'a /pattern/',
  );
  if (text === undefined) return undefined;
  const end = text.lastIndexOf('/');
  return { kind: 'regexp', source: text.slice(1, end), flags: text.slice(end + 1) };
}

function readList(cursor: ExpressionCursor): BaseExpression | undefined {
  if (!cursor.take('[')) return undefined;
  const elements = enclosed(cursor, ']', () => readExpressions(cursor));
  return elements && { kind: 'list', elements };
}

function readParentheses(cursor: ExpressionCursor): BaseExpression | undefined {
  return cursor.take('(') ? enclosed(cursor, ')', () => readExpression(cursor)) : undefined;
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** A constant, a call of a global function, or the name of a property. */
function readWord(cursor: ExpressionCursor): BaseExpression | undefined {
  const name = cursor.match(/[\p{L}_$][\p{L}\p{N}_$]*/uy, 'a name');
  if (name === undefined) return undefined;
  const constant = constants.get(name);
  if (constant !== undefined) return { kind: 'literal', value: constant };
  const args = cursor.attempt(() => readArguments(cursor));
  return args === undefined ? { kind: 'name', name } : { kind: 'call', name, args };
}

function readArguments(cursor: ExpressionCursor): BaseExpression[] | undefined {
  cursor.skipBlank();
  return cursor.take('(') ? enclosed(cursor, ')', () => readExpressions(cursor)) : undefined;
}

function readExpressions(cursor: ExpressionCursor): BaseExpression[] {
  return separated(cursor, ',', () => readExpression(cursor)) ?? [];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, unit: string) => escapes[unit] ?? unit);
}
