import { nameOf } from '../contract/paths.ts';
import type { Output } from './output.ts';
import { flexible } from './table.ts';

/** Draws an answer in tab-separated values as a table with a heading. */
export function drawTable(out: Output, text: string): void {
  const [head = [], ...rows] = parseTsv(text).map((row) => row.map(toCell));
  const columns = head.map(() => flexible);
  out.table(columns, [head.map(out.style.bold), ...rows]);
  if (rows.length === 0) out.say(out.style.dim('No results.'));
}

/** Fields are quoted where they hold a tab, a quote or a line break. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^\t\n"][^\t\n]*)?)(\t|\n)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A link by the name that a reader knows, and no line break in the middle of a row. */
function toCell(field: string): string {
  return field
    .replace(/\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g, (_link, path: string, shown?: string) =>
      (shown ?? nameOf(path)).replace(/\.md$/i, ''),
    )
    .replace(/\s+/g, ' ');
}
