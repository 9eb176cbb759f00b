import { limits } from '../../../../contract/limits.ts';
import type { Env } from '../values/env.ts';
import { toDefaultText, toText } from '../values/text.ts';
import { TextBudget, tooLarge } from '../values/text-budget.ts';
import { isList, isObject, type ObjectValue, type Value, WidgetValue } from '../values/value.ts';
import type { QueryAnswer, TaskGrouping } from './result.ts';
import { queryFailed } from './step-errors.ts';
import { nestTasks, type TaskNode } from './tasks.ts';

/** An answer as Markdown, the way Dataview exports it. */
export function toMarkdown(answer: QueryAnswer, env: Env): string {
  switch (answer.type) {
    case 'table':
      return markdownTable(answer.headers, answer.values, env);
    case 'list':
      return markdownList(answer.values, env, 0);
    case 'task':
      return markdownTasks(answer.tasks, env, 0);
    case 'calendar':
      throw queryFailed('A CALENDAR has no Markdown form.');
  }
}

/** A table with columns padded to the same width. */
function markdownTable(
  headers: readonly string[],
  values: readonly (readonly Value[])[],
  env: Env,
): string {
  const head = headers.map(escapeCell);
  const budget = new TextBudget();
  const body = values.map((row) =>
    row.map((cell) => {
      const text = toCell(cell, env);
      budget.add(text);
      return text;
    }),
  );
  const widths = head.map((name, at) =>
    body.reduce((width, row) => Math.max(width, row[at]?.length ?? 0), name.length),
  );
  const width = widths.reduce((sum, each) => sum + each, 0);
  // One long cell makes its whole column wide.
  if (width * body.length > limits.queryHeldUnitsMax) throw tooLarge();
  const toLine = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |\n`;
  const rule = toLine(Array(headers.length).fill(''), '-');
  return toLine(head, ' ') + rule + body.map((row) => toLine(row, ' ')).join('');
}

/** Each level of nesting escapes its bars once more. */
function toCell(value: Value, env: Env): string {
  return escapeCell(cellText(value, env));
}

function cellText(value: Value, env: Env): string {
  if (!env.settings.allowHtml) return toText(value, env);
  if (isList(value)) {
    return `<ul>${value.map((item) => `<li>${toCell(item, env)}</li>`).join('')}</ul>`;
  }
  if (!isObject(value)) return toText(value, env);
  const members = value
    .keys()
    .map((key) => `<li><b>${escapeCell(key)}</b>: ${toCell(value.get(key) ?? null, env)}</li>`);
  return `<ul>${members.join('')}</ul>`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function markdownList(value: Value, env: Env, depth: number): string {
  const start = depth === 0 ? '' : '\n';
  const line = (text: string): string => `${'    '.repeat(depth)}- ${text}\n`;
  if (isList(value)) {
    return start + value.map((element) => line(markdownList(element, env, depth))).join('');
  }
  if (isObject(value)) {
    const member = (key: string) => `${key}: ${markdownList(value.get(key) ?? null, env, depth)}`;
    return (
      start +
      value
        .keys()
        .map((key) => line(member(key)))
        .join('')
    );
  }
  if (value instanceof WidgetValue && value.kind === 'list-pair') {
    return `${toDefaultText(value.key, env)}: ${markdownList(value.value, env, depth + 1)}`;
  }
  return toDefaultText(value, env);
}

function markdownTasks(tasks: TaskGrouping, env: Env, depth: number): string {
  if (tasks.kind === 'tasks') return markdownTaskTree(nestTasks(tasks.tasks), depth);
  return tasks.groups
    .map(({ key, rows }) => {
      const title = `${'#'.repeat(depth + 1)} ${toDefaultText(key, env)}\n\n`;
      return title + markdownTasks(rows, env, depth + 1);
    })
    .join('');
}

function markdownTaskTree(nodes: readonly TaskNode[], depth: number): string {
  return nodes
    .map(({ item, children }) => {
      const box = item.get('task') === true ? `[${textMember(item, 'status')}] ` : '';
      const text = textMember(item, 'visual') || textMember(item, 'text');
      const line = `${'    '.repeat(depth)}- ${box}${text.split('\n').join(' ')}\n`;
      return line + markdownTaskTree(children, depth + 1);
    })
    .join('');
}

function textMember(item: ObjectValue, key: string): string {
  const value = item.get(key);
  return typeof value === 'string' ? value : '';
}
