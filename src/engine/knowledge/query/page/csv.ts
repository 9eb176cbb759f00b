import { nextLine } from '../../../text/edit/lines.ts';
import { DateValue } from '../values/date.ts';
import { canonicalName } from '../values/names.ts';
import { newRecord, type ObjectValue, RecordValue, type Value } from '../values/value.ts';
import { toPropertyValue } from './property-value.ts';

/** The rows of a CSV text. The first row names the columns; lines that start with `#` are skipped. */
export function readCsv(text: string, zone: string): ObjectValue[] {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [header = [], ...rows] = splitCells(body, guessDelimiter(body)).filter(
    (cells) => cells.length > 1 || cells[0] !== '',
  );
  return rows.map((cells) => toRow(header, cells, zone));
}

function toRow(header: readonly string[], cells: readonly string[], zone: string): ObjectValue {
  const row = newRecord();
  cells.forEach((cell, at) => {
    const name = header[at];
    if (name === undefined) return;
    const value = toValue(cell, zone);
    row[name] = value;
    row[canonicalName(name)] = value;
  });
  return new RecordValue(row);
}

const zonedMoment =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[+-][0-2]\d:[0-5]\d|Z)$/;

/** Numbers and truth values are recognised, the rest is read like a property. */
function toValue(cell: string, zone: string): Value {
  if (cell === '') return null;
  if (cell === 'true' || cell === 'TRUE') return true;
  if (cell === 'false' || cell === 'FALSE') return false;
  if (zonedMoment.test(cell)) return new DateValue(Date.parse(cell), zone);
  if (/^\s*-?(?:\d+\.?|\.\d+|\d+\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(cell))
    return Number.parseFloat(cell);
  return toPropertyValue(cell, zone);
}

const delimiters = [',', '\t', '|', ';'];

/** The delimiter that splits the first lines most evenly and into most cells. */
function guessDelimiter(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, 10);
  const [first = ''] = lines;
  const even = delimiters.filter((delimiter) => {
    const count = first.split(delimiter).length;
    return count > 1 && lines.every((line) => line.split(delimiter).length === count);
  });
  return even[0] ?? delimiters.find((delimiter) => first.includes(delimiter)) ?? ',';
}

/** Rows of cells. A quoted cell may hold delimiters, line breaks and doubled quotes. */
function splitCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (cells.length === 0 && text[at] === '#') {
      at = nextLine(text, at);
      continue;
    }
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length && text[at] !== '\n' && text[at] !== '\r') continue;
      cells.push('');
    }
    rows.push(cells);
    cells = [];
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
  }
  return rows;
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

function quotedCell(text: string, start: number): Cell {
  let value = '';
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    end++;
  return { value: text.slice(start, end), end };
}
