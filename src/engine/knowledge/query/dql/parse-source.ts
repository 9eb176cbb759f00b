import { type ExpressionCursor, enclosed } from '../expression/cursor.ts';
import { readLink, readString, readTag } from '../expression/literals.ts';
import type { RowSource } from './ast.ts';

const junction = /and|or|&|\|/iy;

/** Reads what may follow FROM. `and` and `or` bind alike, from the left. */
export function readSource(cursor: ExpressionCursor): RowSource | undefined {
  const first = cursor.nest(() => readAtom(cursor));
  return cursor.extend(first, (left) => {
    cursor.skipBlank();
    const word = cursor.match(junction, '"and" or "or"')?.toLowerCase();
    if (word === undefined) return undefined;
    cursor.skipBlank();
    const right = cursor.nest(() => readAtom(cursor));
    return right && { kind: word === 'and' || word === '&' ? 'and' : 'or', left, right };
  });
}

function readAtom(cursor: ExpressionCursor): RowSource | undefined {
  const readers = [
    readParentheses,
    readNot,
    readOutgoing,
    readIncoming,
    readPath,
    readTagSource,
    readCsv,
  ];
  const meaning = 'a source: #tag, "folder", [[link]], outgoing([[link]]) or csv("path")';
  return cursor.named(meaning, () => cursor.firstOf(readers));
}

function readParentheses(cursor: ExpressionCursor): RowSource | undefined {
  return cursor.take('(') ? enclosed(cursor, ')', () => readSource(cursor)) : undefined;
}

function readNot(cursor: ExpressionCursor): RowSource | undefined {
  if (!cursor.take('-') && !cursor.take('!')) return undefined;
  const operand = cursor.nest(() => readAtom(cursor));
  return operand && { kind: 'not', operand };
}

function readOutgoing(cursor: ExpressionCursor): RowSource | undefined {
  if (!cursor.take('outgoing(')) return undefined;
  cursor.skipBlank();
  const link = readLink(cursor);
  if (link === undefined || !cursor.take(')')) return undefined;
  return { kind: 'link', path: link.path, direction: 'outgoing' };
}

function readIncoming(cursor: ExpressionCursor): RowSource | undefined {
  const link = readLink(cursor);
  return link && { kind: 'link', path: link.path, direction: 'incoming' };
}

function readPath(cursor: ExpressionCursor): RowSource | undefined {
  const path = readString(cursor);
  return path === undefined ? undefined : { kind: 'path', path };
}

function readTagSource(cursor: ExpressionCursor): RowSource | undefined {
  const tag = readTag(cursor);
  return tag === undefined ? undefined : { kind: 'tag', tag };
}

function readCsv(cursor: ExpressionCursor): RowSource | undefined {
  if (!cursor.take('csv(')) return undefined;
  cursor.skipBlank();
  const path = readString(cursor);
  return path !== undefined && cursor.take(')') ? { kind: 'csv', path } : undefined;
}
