import { bracketedFields, type LineField, lineKey } from './field-syntax.ts';
import type { InlineField, ListItem, Section } from './note.ts';

/** Lines longer than this are not searched for fields. */
const lineUnitsMax = 32_768;

/** Finds the inline fields of a note as Dataview does, which also reads code and comments. */
export function scanFields(
  text: string,
  sections: readonly Section[],
  items: readonly ListItem[],
): InlineField[] {
  const fields: InlineField[] = [];
  const first = text.indexOf('::');
  const firstMark = items.length === 0 ? -1 : findMark(text, 0);
  if (first === -1 && firstMark === -1) return fields;
  collectItems(text, first, firstMark, items, fields);
  if (first !== -1) collectSections(text, first, sections, items, fields);
  return fields.sort((a, b) => a.start - b.start);
}

/** Most items have neither a separator nor an emoji, which one search shows for all of them. */
function collectItems(
  text: string,
  first: number,
  firstMark: number,
  items: readonly ListItem[],
  fields: InlineField[],
): void {
  let hit = first;
  let mark = firstMark;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (item === undefined) break;
    const { contentStart, end } = item;
    if (hit !== -1 && hit < contentStart) hit = text.indexOf('::', contentStart);
    if (mark !== -1 && mark < contentStart) mark = findMark(text, contentStart);
    const isMarked = mark !== -1 && mark < end;
    if (isMarked || (hit !== -1 && hit < end)) collectItem(text, item, index, isMarked, fields);
  }
}

function collectSections(
  text: string,
  first: number,
  sections: readonly Section[],
  items: readonly ListItem[],
  fields: InlineField[],
): void {
  let hit = first;
  let inItems: Set<number> | undefined;
  for (const { type, start, end, line } of sections) {
    if (type === 'list' || type === 'thematicBreak') continue;
    const hasItems = type === 'blockquote' || type === 'callout' || type === 'footnoteDefinition';
    for (let at = start, number = line; at < end; number++) {
      if (hit < at) hit = text.indexOf('::', at);
      if (hit === -1) return;
      if (hit >= end) break;
      const newline = text.indexOf('\n', at);
      const next = newline === -1 ? text.length : newline;
      if (hit < next) {
        if (hasItems) inItems ??= linesOf(items);
        if (!hasItems || inItems?.has(number) !== true) {
          collectLine(text, at, next, number, fields);
        }
      }
      at = next + 1;
    }
  }
}

/** List items inside quotes and callouts have their fields already. */
function linesOf(items: readonly ListItem[]): Set<number> {
  const lines = new Set<number>();
  for (const { line, endLine } of items) for (let i = line; i <= endLine; i++) lines.add(i);
  return lines;
}

function collectLine(
  text: string,
  from: number,
  to: number,
  line: number,
  fields: InlineField[],
): void {
  if (to - from > lineUnitsMax) return;
  const written = text.slice(from, to);
  const source = written.trim();
  const found = bracketedFields(source);
  if (found.length === 0) readLineField(source, found);
  if (found.length === 0) return;
  const at = from + written.length - written.trimStart().length;
  for (const field of found) fields.push(toField(field, [{ joined: 0, at, line }], -1));
}

/** A line of what was joined: where it starts there, and in the text. */
interface Piece {
  readonly joined: number;
  readonly at: number;
  readonly line: number;
}

/** The lines of an item are read as one, with blanks between them. */
function collectItem(
  text: string,
  item: ListItem,
  index: number,
  isMarked: boolean,
  fields: InlineField[],
): void {
  if (item.end - item.contentStart > lineUnitsMax) return;
  const pieces: Piece[] = [];
  let source = '';
  for (let at = item.contentStart, line = item.line; at <= item.end; line++) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 || newline > item.end ? item.end : newline;
    const written = text.slice(at, next);
    if (line > item.line) source += ' ';
    const blanks = written.length - written.trimStart().length;
    pieces.push({ joined: source.length, at: at + blanks, line });
    source += written.trim();
    at = next + 1;
  }
  const found = bracketedFields(source);
  if (isMarked) readShorthands(source, found);
  if (found.length === 0 && item.task === undefined) readLineField(source, found);
  for (const field of found) fields.push(toField(field, pieces, index));
}

function readShorthands(source: string, found: LineField[]): void {
  for (const { pattern, key } of shorthands) {
    const match = pattern.exec(source);
    if (match === null) continue;
    const end = match.index + match[0].length;
    found.push({ key, value: match[1] ?? '', start: match.index, end });
  }
}

function readLineField(source: string, found: LineField[]): void {
  const separator = source.indexOf('::');
  if (separator === -1) return;
  const key = lineKey(source.slice(0, separator).trim());
  if (key === undefined) return;
  const value = source.slice(separator + 2).trim();
  found.push({ key, value, start: 0, end: source.length });
}

function toField(field: LineField, pieces: readonly Piece[], item: number): InlineField {
  const { key, value } = field;
  const first = pieceAt(pieces, field.start);
  const lastUnit = Math.max(field.start, field.end - 1);
  const last = pieceAt(pieces, lastUnit);
  const start = first.at + field.start - first.joined;
  const end = last.at + lastUnit - last.joined + 1;
  return { key, value, item, start, end, line: first.line };
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece {
  return pieces.findLast(({ joined }) => joined <= offset) ?? { joined: 0, at: 0, line: 0 };
}

/** Where the next emoji stands that starts a shorthand, or -1. */
function findMark(text: string, from: number): number {
  anyShorthand.lastIndex = from;
  return anyShorthand.test(text) ? anyShorthand.lastIndex - 1 : -1;
}

/** By code units, since a text of plain letters is then passed over at once. */
const anyShorthand = /[\u2705\u2795\u231b\u23f3]|\ud83d[\udcc5\udcc6\uddd3\udeeb]/g;
const shorthands = [
  { key: 'created', pattern: /\u{2795}\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'start', pattern: /\u{1F6EB}\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'scheduled', pattern: /[\u{23F3}\u{231B}]\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'due', pattern: /[\u{1F4C5}\u{1F4C6}\u{1F5D3}]\uFE0F?\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'completion', pattern: /\u{2705}\s*(\d{4}-\d{2}-\d{2})/u },
];
