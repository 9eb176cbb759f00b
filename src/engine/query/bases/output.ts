import type { Cell } from './columns.ts';
import type { BaseAnswer } from './run.ts';
import { baseText, toPlain } from './text.ts';

/** An answer as JSON. */
export function baseToJson(answer: BaseAnswer): Record<string, unknown> {
  const { view, columns, groupedBy, groups, summaries, total, isTruncated, problems } = answer;
  const rows = groups.flatMap((group) =>
    group.rows.map(({ path, cells }) => ({
      path,
      ...(groupedBy && { group: toPlain(group.key) }),
      values: Object.fromEntries(
        cells.map((cell, at) => [columns[at]?.id ?? '', cellToJson(cell)]),
      ),
    })),
  );
  return {
    view,
    columns,
    ...(groupedBy && { groupedBy }),
    rows,
    summaries: summaries.map(({ column, name, cell }) => ({
      id: column.id,
      name,
      value: cellToJson(cell),
    })),
    total,
    isTruncated,
    problems,
  };
}

/** As Markdown: a table under each group's heading, or a list for a list view. */
export function baseToMarkdown(answer: BaseAnswer): string {
  const parts = answer.groups.map((group) => {
    const title =
      answer.groupedBy === undefined
        ? ''
        : `## ${group.key === null ? 'None' : baseText(group.key)}\n\n`;
    const rows = group.rows.map(({ cells }) => cells.map(cellText));
    return title + (answer.view.type === 'list' ? toBullets(rows) : toTable(answer, rows));
  });
  const footer = answer.summaries.map(
    ({ column, name, cell }) => `${column.name} (${name}): ${cellText(cell)}\n`,
  );
  return [...parts, ...(footer.length === 0 ? [] : [footer.join('')])].join('\n');
}

/** Rows of fields; quoted where a field holds the delimiter, a quote or a line break. */
export function baseToCsv(answer: BaseAnswer, delimiter: ',' | '\t'): string {
  const { columns, groups } = answer;
  const rows = groups.flatMap((group) => group.rows.map(({ cells }) => cells.map(cellText)));
  const needsQuotes = delimiter === ',' ? /[",\r\n]/ : /["\t\r\n]/;
  const toField = (text: string): string =>
    needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [columns.map(({ name }) => name), ...rows]
    .map((row) => `${row.map(toField).join(delimiter)}\n`)
    .join('');
}

export function baseToPaths({ groups }: BaseAnswer): string {
  return groups.flatMap(({ rows }) => rows.map(({ path }) => `${path}\n`)).join('');
}

function toTable({ columns }: BaseAnswer, rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |\n`;
  const head = toLine(columns.map(({ name }) => name));
  return head + toLine(columns.map(() => '---')) + rows.map(toLine).join('');
}

function toBullets(rows: readonly (readonly string[])[]): string {
  return rows
    .map(([first = '', ...rest]) => `- ${[first, ...rest.filter(Boolean)].join(', ')}\n`)
    .join('');
}

function cellText(cell: Cell): string {
  return 'value' in cell ? baseText(cell.value) : `(${cell.error})`;
}

function cellToJson(cell: Cell): unknown {
  return 'value' in cell ? toPlain(cell.value) : { error: cell.error };
}
