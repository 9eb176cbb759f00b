import { isList, isObject, type ObjectValue, type Value } from '../values/value.ts';
import type { IdMeaning, TaskGrouping } from './result.ts';

/** Rows of a TASK query as tasks, or as the groups that GROUP BY made of them. */
export function groupTasks(rows: readonly ObjectValue[], meaning: IdMeaning): TaskGrouping {
  if (meaning.type === 'path') return { kind: 'tasks', tasks: rows };
  const groups = rows.map((row) => ({
    key: row.get(meaning.name) ?? null,
    rows: groupTasks(objectsIn(row.get('rows') ?? null), meaning.on),
  }));
  return { kind: 'groups', groups };
}

export interface TaskNode {
  readonly item: ObjectValue;
  readonly children: readonly TaskNode[];
}

/** Tasks as a tree: what already stands below another one is not repeated at the top. */
export function nestTasks(tasks: readonly ObjectValue[]): TaskNode[] {
  const known = new Set<string>();
  for (const task of tasks) addAll(task, known);
  return tasks
    .filter((task) => {
      const parent = task.get('parent');
      return typeof parent !== 'number' || !known.has(`${text(task.get('path'))}:${parent}`);
    })
    .map(toNode);
}

function addAll(item: ObjectValue, known: Set<string>): void {
  known.add(`${text(item.get('path'))}:${text(item.get('line'))}`);
  for (const child of objectsIn(item.get('children') ?? null)) addAll(child, known);
}

function toNode(item: ObjectValue): TaskNode {
  return { item, children: objectsIn(item.get('children') ?? null).map(toNode) };
}

function objectsIn(value: Value): ObjectValue[] {
  return isList(value) ? value.filter(isObject) : [];
}

function text(value: Value | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
