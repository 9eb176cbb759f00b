import { VaultError } from '../../../../contract/errors.ts';
import { formatAs } from '../formats.ts';
import { answerToJson } from '../json.ts';
import type { AnswerFormat, Formatted } from '../questions.ts';
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
