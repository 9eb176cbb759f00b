import { toCsv } from '../csv-text.ts';
import type { AnswerFormat, Formatted } from '../questions.ts';
import type { Cell } from './columns.ts';
import type { BaseAnswer } from './run.ts';
import { baseText, toPlain } from './text.ts';

/** An answer in the form that was asked for. */
export function formatBase(answer: BaseAnswer, format: AnswerFormat): Formatted {
  switch (format) {
    case 'json':
      return { data: baseToJson(answer) };
    case 'markdown':
      return { text: baseToMarkdown(answer) };
    case 'csv':
      return { text: baseToCsv(answer, ',') };
    case 'tsv':
      return { text: baseToCsv(answer, '\t') };
    case 'paths':
      return { text: baseToPaths(answer) };
  }
}

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

/** The columns' names, then the rows; grouping does not show. */
export function baseToCsv({ columns, groups }: BaseAnswer, delimiter: ',' | '\t'): string {
  const rows = groups.flatMap((group) => group.rows.map(({ cells }) => cells.map(cellText)));
  return toCsv([columns.map(({ name }) => name), ...rows], delimiter);
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
