import { limits } from '../../../contract/limits.ts';
import type { QueryAnswer, TaskGrouping } from './dql/result.ts';
import { nestTasks, type TaskNode } from './dql/tasks.ts';
import { ItemValue } from './page/item-value.ts';
import { type DateValue, isDate } from './values/date.ts';
import { isDuration } from './values/duration.ts';
import type { LinkValue } from './values/link.ts';
import { TextBudget, tooLarge } from './values/text-budget.ts';
import { isLink, isList, isObject, type ObjectValue, type Value } from './values/value.ts';

/** An answer as JSON. Dates and durations are in ISO 8601, links are objects with a path. */
export function answerToJson(answer: QueryAnswer, zone: string): Record<string, unknown> {
  const write = new JsonWriter(zone);
  switch (answer.type) {
    case 'table': {
      const { type, headers, values } = answer;
      return { type, headers, rows: values.map((row) => row.map(write.value)) };
    }
    case 'list':
      return { type: 'list', values: answer.values.map(write.value) };
    case 'calendar':
      return {
        type: 'calendar',
        values: answer.values.map(({ date, link }) => ({
          date: write.value(date),
          link: write.value(link),
        })),
      };
    case 'task':
      return { type: 'task', ...write.tasks(answer.tasks) };
  }
}

export function valueToJson(value: Value, zone: string): unknown {
  return new JsonWriter(zone).value(value);
}

/** Names that repeat another member of an item, or say nothing outside of an editor. */
const repeated = new Set(['header', 'position', 'real', 'subtasks']);

class JsonWriter {
  readonly #zone: string;
  #left: number = limits.queryNodesMax;
  readonly #budget = new TextBudget();

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** A page holds links to pages, so a careless query could write the vault many times over. */
  readonly value = (value: Value): unknown => {
    if (--this.#left < 0) throw tooLarge();
    if (typeof value === 'string') {
      this.#budget.add(value);
      return value;
    }
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'function') return null;
    if (isList(value)) return value.map(this.value);
    if (isLink(value)) return toJsonLink(value);
    if (isDate(value)) return toIsoDate(value, this.#zone);
    if (isDuration(value)) return value.toLuxon().toISO();
    if (isObject(value)) return this.#object(value);
    return value.kind === 'list-pair'
      ? { key: this.value(value.key), value: this.value(value.value) }
      : { url: this.value(value.key), display: this.value(value.value) };
  };

  tasks(grouping: TaskGrouping): Record<string, unknown> {
    if (grouping.kind === 'tasks') {
      return { tasks: nestTasks(grouping.tasks).map((node) => this.#task(node)) };
    }
    const groups = grouping.groups.map(({ key, rows }) => ({
      key: this.value(key),
      ...this.tasks(rows),
    }));
    return { groups };
  }

  /** A task with its own fields; those of its page are left out. */
  #task({ item, children }: TaskNode): Record<string, unknown> {
    const own = ownItem(item);
    return {
      ...this.#members(
        own,
        own.keys().filter((key) => key !== 'children' && !repeated.has(key)),
      ),
      children: children.map((child) => this.#task(child)),
    };
  }

  #object(object: ObjectValue): Record<string, unknown> {
    const isItem = object instanceof ItemValue;
    return this.#members(
      object,
      object.keys().filter((key) => !isItem || !repeated.has(key)),
    );
  }

  #members(object: ObjectValue, keys: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(keys.map((key) => [key, this.value(object.get(key) ?? null)]));
  }
}

function ownItem(item: ObjectValue): ObjectValue {
  return 'first' in item && item.first instanceof ItemValue ? item.first : item;
}

function toJsonLink({ path, subpath, type, display, embed }: LinkValue): Record<string, unknown> {
  return {
    path,
    ...(subpath !== undefined && { subpath: type === 'block' ? `^${subpath}` : subpath }),
    ...(display !== undefined && { display }),
    ...(embed && { embed }),
  };
}

/** A day without its time where there is none, and no zone where it is the usual one. */
function toIsoDate(date: DateValue, zone: string): string {
  const calendar = date.calendar();
  const isDay = calendar.toMillis() === calendar.startOf('day').toMillis();
  if (date.zone === zone) {
    return calendar
      .toFormat(isDay ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH:mm:ss.SSS")
      .replace('.000', '');
  }
  return calendar.toISO({ suppressMilliseconds: true }) ?? '';
}
