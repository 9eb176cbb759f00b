import { isRecord } from '../../../src/kit/records.ts';

/** Any answer as a table: headers and rows of cells. */
export interface AnswerRows {
  readonly kind: 'table' | 'list' | 'tasks';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

type Json = Readonly<Record<string, unknown>>;

/** The daemon writes Dataview's answers and those of bases in two shapes. */
export function toRows(data: Json): AnswerRows {
  if (Array.isArray(data.columns)) return baseRows(data);
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

function baseRows(data: Json): AnswerRows {
  const columns = objects(data.columns);
  return {
    kind: 'table',
    headers: columns.map(({ name, id }) => String(name ?? id ?? '')),
    rows: objects(data.rows).map(({ path, values }) => {
      const cells = isRecord(values) ? values : {};
      return columns.map(({ id }) =>
        id === 'file.name' || id === 'file.file' ? { path } : cells[String(id)],
      );
    }),
  };
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

function objects(value: unknown): Json[] {
  return list(value).filter(isRecord);
}

function texts(value: unknown): string[] {
  return list(value).map(String);
}
