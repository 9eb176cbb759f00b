import { formatAs } from '../formats.ts';
import type { AnswerFormat, Formatted } from '../questions.ts';
import type { Value } from '../values/value.ts';
import type { Cell } from './columns.ts';
import { toRich } from './rich.ts';
import type { BaseAnswer } from './run.ts';
import { baseText, toPlain } from './text.ts';

/**
 * An answer in the form that was asked for. In rows of cells grouping does not show. Rich values
 * say where links lead and which are pictures.
 */
export function formatBase(answer: BaseAnswer, format: AnswerFormat, isRich = false): Formatted {
  const { columns, groups } = answer;
  const rows = groups.flatMap((group) => group.rows);
  return formatAs(format, 'a base', {
    json: () => toJson(answer, isRich ? toRich : toPlain),
    markdown: () => toMarkdown(answer),
    rows: () => [columns.map(({ name }) => name), ...rows.map(({ cells }) => cells.map(cellText))],
    paths: () => rows.map(({ path }) => path),
  });
}

function toJson(answer: BaseAnswer, write: (value: Value) => unknown): Record<string, unknown> {
  const toCell = (cell: Cell): unknown =>
    'value' in cell ? write(cell.value) : { error: cell.error };
  const { view, views, columns, groupedBy, groups, summaries, total, isTruncated, problems } =
    answer;
  const rows = groups.flatMap((group) =>
    group.rows.map(({ path, cells, picture }) => ({
      path,
      ...(groupedBy && { group: write(group.key) }),
      ...(picture !== undefined && { picture: write(picture) }),
      values: Object.fromEntries(cells.map((cell, at) => [columns[at]?.id ?? '', toCell(cell)])),
    })),
  );
  return {
    view,
    views,
    columns,
    ...(groupedBy && { groupedBy }),
    rows,
    summaries: summaries.map(({ column, name, cell }) => ({
      id: column.id,
      name,
      value: toCell(cell),
    })),
    total,
    isTruncated,
    problems,
  };
}

/** As Markdown: a table under each group's heading, or a list for a list view. */
function toMarkdown(answer: BaseAnswer): string {
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
