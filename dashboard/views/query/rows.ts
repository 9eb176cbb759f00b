import { isRecord } from '../../../src/kit/records.ts';

/** An answer of Dataview as a table: headers and rows of cells, those of tasks in groups. */
export interface AnswerRows {
  readonly kind: 'table' | 'list' | 'tasks';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export type Json = Readonly<Record<string, unknown>>;

export function toRows(data: Json): AnswerRows {
  switch (data.type) {
    case 'table':
      return { kind: 'table', headers: texts(data.headers), rows: lists(data.rows) };
    case 'list':
      return { kind: 'list', headers: [], rows: list(data.values).map((value) => toCells(value)) };
    case 'calendar':
      return {
        kind: 'table',
        headers: ['Date', 'File'],
        rows: objects(data.values).map(({ date, link }) => [date, link]),
      };
    case 'task':
      return { kind: 'tasks', headers: [], rows: taskRows(data) };
    default:
      return { kind: 'list', headers: [], rows: [] };
  }
}

function taskRows(data: Json): unknown[][] {
  if (Array.isArray(data.groups)) return objects(data.groups).flatMap(taskRows);
  return objects(data.tasks).flatMap((task) => [[task], ...taskRows({ tasks: task.children })]);
}

/** An entry of a list may have a second value. */
function toCells(value: unknown): unknown[] {
  return isRecord(value) && 'key' in value && 'value' in value ? [value.key, value.value] : [value];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function lists(value: unknown): unknown[][] {
  return list(value).map(list);
}

export function objects(value: unknown): Json[] {
  return list(value).filter(isRecord);
}

function texts(value: unknown): string[] {
  return list(value).map(String);
}
