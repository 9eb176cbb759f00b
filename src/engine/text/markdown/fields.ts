import { bracketedFields, type LineField, lineKey } from './field-syntax.ts';
import type { InlineField, ListItem, Section } from './note.ts';

/** Lines longer than this are not searched for fields. */
const lineUnitsMax = 32_768;

/** Finds the inline fields of a note as Dataview does, which also looks into code and comments. */
export function scanFields(
  text: string,
  sections: readonly Section[],
  items: readonly ListItem[],
): InlineField[] {
  const fields: InlineField[] = [];
  const shorthand = items.length > 0 && anyShorthand.test(text);
  const hit = text.indexOf('::');
  if (hit === -1 && !shorthand) return fields;
  items.forEach((item, index) => {
    const written = text.slice(item.contentStart, item.end);
    if (shorthand || written.includes('::')) collectItem(text, item, index, fields);
  });
  if (hit !== -1) collectSections(text, hit, sections, items, fields);
  return fields.sort((a, b) => a.start - b.start);
}

function collectSections(
  text: string,
  firstHit: number,
  sections: readonly Section[],
  items: readonly ListItem[],
  fields: InlineField[],
): void {
  let hit = firstHit;
  let inItems: Set<number> | undefined;
  for (const { type, start, end, line } of sections) {
    if (type === 'list' || type === 'thematicBreak') continue;
    for (let at = start, number = line; at < end; number++) {
      if (hit < at) hit = text.indexOf('::', at);
      if (hit === -1) return;
      if (hit >= end) break;
      const newline = text.indexOf('\n', at);
      const next = newline === -1 ? text.length : newline;
      if (hit < next) {
        inItems ??= linesOf(items);
        if (!inItems.has(number)) collectLine(text, at, next, number, fields);
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
  const whole = text.slice(from, to);
  const start = from + whole.length - whole.trimStart().length;
  const source = whole.trim();
  const place = (offset: number) => ({ at: start + offset, line });
  for (const field of readFields(source, true)) fields.push(toField(field, place, -1));
}

/** The lines of an item are read as one, with blanks between them. */
function collectItem(text: string, item: ListItem, index: number, fields: InlineField[]): void {
  if (item.end - item.contentStart > lineUnitsMax) return;
  const pieces: { joined: number; at: number; line: number }[] = [];
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
  const place = (offset: number) => {
    const piece = pieces.findLast(({ joined }) => joined <= offset);
    return { at: (piece?.at ?? 0) + offset - (piece?.joined ?? 0), line: piece?.line ?? item.line };
  };
  const found = readFields(source, false);
  for (const { pattern, key } of shorthands) {
    const match = pattern.exec(source);
    if (match !== null) {
      const end = match.index + match[0].length;
      found.push({ key, value: match[1] ?? '', start: match.index, end, form: 'emoji' });
    }
  }
  if (found.length === 0 && item.task === undefined) found.push(...readLineField(source));
  for (const field of found) fields.push(toField(field, place, index));
}

function readFields(source: string, wholeLine: boolean): LineField[] {
  const found = bracketedFields(source);
  return found.length === 0 && wholeLine ? readLineField(source) : found;
}

function readLineField(source: string): LineField[] {
  const separator = source.indexOf('::');
  if (separator === -1) return [];
  const key = lineKey(source.slice(0, separator).trim());
  if (key === undefined) return [];
  const value = source.slice(separator + 2).trim();
  return [{ key, value, start: 0, end: source.length, form: 'line' }];
}

function toField(
  { key, value, form, start, end }: LineField,
  place: (offset: number) => { at: number; line: number },
  item: number,
): InlineField {
  const first = place(start);
  const last = place(Math.max(start, end - 1));
  return { key, value, form, item, start: first.at, end: last.at + 1, line: first.line };
}

/** By code units, since a text of plain letters is then passed over at once. */
const anyShorthand = /[\u2705\u2795\u231b\u23f3]|\ud83d[\udcc5\udcc6\uddd3\udeeb]/;
const shorthands = [
  { key: 'created', pattern: /\u{2795}\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'start', pattern: /\u{1F6EB}\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'scheduled', pattern: /[\u{23F3}\u{231B}]\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'due', pattern: /[\u{1F4C5}\u{1F4C6}\u{1F5D3}]\uFE0F?\s*(\d{4}-\d{2}-\d{2})/u },
  { key: 'completion', pattern: /\u{2705}\s*(\d{4}-\d{2}-\d{2})/u },
];
