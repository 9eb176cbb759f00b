import type { Span } from '../markdown/address.ts';
import type { Patch } from './change.ts';
import { lineEnd, lineEndingOf, nextLine } from './lines.ts';
import { rejected } from './section.ts';
import type { Splice } from './splice.ts';

/** Adds rows to the table that `table` covers, or replaces all of its body rows. */
export function spliceRows(
  text: string,
  table: Span,
  operation: Patch['operation'],
  json: unknown,
): Splice[] {
  const delimiter = nextLine(text, table.start);
  const columns = splitCells(text.slice(table.start, lineEnd(text, table.start))).length;
  const eol = lineEndingOf(text);
  const rows = toRows(json, columns)
    .map((row) => `${eol}${row}`)
    .join('');
  const top = Math.min(lineEnd(text, delimiter), table.end);
  const bottom = table.start + text.slice(table.start, table.end).trimEnd().length;
  if (operation === 'append') return [{ start: bottom, end: bottom, text: rows }];
  return [{ start: top, end: operation === 'replace' ? bottom : top, text: rows }];
}

/** The cells of a table line. An escaped pipe is part of its cell. */
export function splitCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/);
}

function toRows(json: unknown, columns: number): string[] {
  const isSingle = Array.isArray(json) && !json.every(Array.isArray);
  const rows: unknown = isSingle || (Array.isArray(json) && json.length === 0) ? [json] : json;
  if (!Array.isArray(rows)) {
    throw rejected(
      'Table rows are a JSON list.',
      'Send one row as ["a","b"] or several as [["a","b"],["c","d"]].',
      'table-rows-invalid',
    );
  }
  return rows.map((row: unknown) => toRow(row, columns));
}

function toRow(row: unknown, columns: number): string {
  if (!isTextList(row)) {
    throw rejected(
      'Every cell of a table row is a text.',
      'Put quotes around numbers, as in ["a","1"].',
      'table-rows-invalid',
    );
  }
  if (row.length !== columns) {
    throw rejected(
      `The table has ${columns} columns, and a row has ${row.length}.`,
      'Send one text per column, "" for an empty cell.',
      'table-columns-differ',
    );
  }
  if (row.some((cell) => /[\r\n]/.test(cell))) {
    throw rejected(
      'A table cell cannot hold a line break.',
      'Use <br> inside the cell.',
      'table-rows-invalid',
    );
  }
  return `| ${row.map(escapePipes).join(' | ')} |`;
}

function isTextList(row: unknown): row is string[] {
  return Array.isArray(row) && row.every((cell) => typeof cell === 'string');
}

/** A pipe that is escaped already stays as it is. */
function escapePipes(cell: string): string {
  return cell.replace(/(\\*)\|/g, (pipe, slashes: string) =>
    slashes.length % 2 === 1 ? pipe : `${slashes}\\|`,
  );
}
