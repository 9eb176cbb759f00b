import { VaultError } from '../../../../contract/errors.ts';
import { formatAs } from '../formats.ts';
import { answerToJson, valueToJson } from '../json.ts';
import type { AnswerFormat, Formatted, NoteHit } from '../questions.ts';
import type { Env } from '../values/env.ts';
import { toText } from '../values/text.ts';
import { TextBudget } from '../values/text-budget.ts';
import { isLink, isList, isObject, type Value, WidgetValue } from '../values/value.ts';
import { toMarkdown } from './markdown.ts';
import type { QueryAnswer, TaskGrouping } from './result.ts';

/** An answer in the form that was asked for. */
export function formatAnswer(answer: QueryAnswer, format: AnswerFormat, env: Env): Formatted {
  return formatAs(format, 'a query', {
    json: () => answerToJson(answer, env.zone),
    markdown: () => toMarkdown(answer, env),
    rows: () => cellsOf(answer, env),
    paths: () => pathsOf(answer),
  });
}

function cellsOf(answer: QueryAnswer, env: Env): string[][] {
  const budget = new TextBudget();
  const text = (value: Value) => {
    const shown = value === null ? '' : toText(value, env);
    budget.add(shown);
    return shown;
  };
  switch (answer.type) {
    case 'table':
      return [[...answer.headers], ...answer.values.map((row) => row.map(text))];
    case 'list':
      return answer.values.map((value) =>
        value instanceof WidgetValue ? [text(value.key), text(value.value)] : [text(value)],
      );
    case 'calendar':
      return answer.values.map(({ date, link }) => [text(date), text(link)]);
    case 'task':
      throw new VaultError('unsupported', 'Tasks have no rows of cells.', {
        hint: 'Ask for json or markdown.',
      });
  }
}

/** The files that rows are about. */
function pathsOf(answer: QueryAnswer): string[] {
  switch (answer.type) {
    case 'table':
      return answer.values.flatMap(([first = null]) => pathsIn(first));
    case 'list':
      return answer.values.flatMap((value) =>
        pathsIn(value instanceof WidgetValue ? value.key : value),
      );
    case 'calendar':
      return answer.values.flatMap(({ link }) => pathsIn(link));
    case 'task':
      return pathsOfTasks(answer.tasks);
  }
}

function pathsOfTasks(tasks: TaskGrouping): string[] {
  if (tasks.kind === 'groups') return tasks.groups.flatMap(({ rows }) => pathsOfTasks(rows));
  return tasks.tasks.flatMap((task) => {
    const path = task.get('path');
    return typeof path === 'string' ? [path] : [];
  });
}

function pathsIn(value: Value): string[] {
  if (isLink(value)) return [value.path];
  if (isList(value)) return value.flatMap(pathsIn);
  const path = isObject(value) ? value.get('path') : undefined;
  return typeof path === 'string' ? [path] : [];
}

/** One hit for each row: the note it is about, and the columns by name. */
export function answerToHits(answer: QueryAnswer, zone: string): NoteHit[] {
  const plain = (value: Value) => valueToJson(value, zone);
  if (answer.type === 'list') return answer.values.map((value) => toListHit(value, plain));
  if (answer.type === 'task') return tasksToHits(answer.tasks);
  if (answer.type === 'calendar') {
    return answer.values.map(({ date, link }) => ({
      filename: toName(link),
      result: { date: plain(date) },
    }));
  }
  return answer.values.map((row) => {
    const [id = null] = row;
    const cells = answer.headers.map((name, at): [string, unknown] => [
      name,
      plain(row[at] ?? null),
    ]);
    return {
      filename: toName(id),
      result: Object.fromEntries(isLink(id) ? cells.slice(1) : cells),
    };
  });
}

/** One hit for each task, whatever groups it is in. Lines count from 1. */
function tasksToHits(tasks: TaskGrouping): NoteHit[] {
  if (tasks.kind === 'groups') return tasks.groups.flatMap(({ rows }) => tasksToHits(rows));
  return tasks.tasks.map((task) => {
    const [path, line, status, text] = ['path', 'line', 'status', 'text'].map((name) =>
      task.get(name),
    );
    return {
      filename: typeof path === 'string' ? path : '',
      result: { line: Number(line ?? 0) + 1, status, text },
    };
  });
}

function toListHit(value: Value, plain: (value: Value) => unknown): NoteHit {
  if (value instanceof WidgetValue) {
    return { filename: toName(value.key), result: plain(value.value) };
  }
  return { filename: toName(value), result: isLink(value) ? true : plain(value) };
}

function toName(id: Value): string {
  return isLink(id) ? id.path : '';
}
