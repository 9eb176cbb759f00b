import { isDate } from '../../src/engine/knowledge/query/values/date.ts';
import { isDuration } from '../../src/engine/knowledge/query/values/duration.ts';
import {
  isLink,
  isList,
  isObject,
  type ObjectValue,
  type Value,
} from '../../src/engine/knowledge/query/values/value.ts';
import { oracleZone } from './dataview-oracle.ts';

/** A value in the notation of the oracle. */
export function encode(value: Value): unknown {
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value === 'function') return { $function: true };
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(encode);
  if (isDate(value)) return encodeDate(value);
  if (isDuration(value)) return { $duration: value.parts };
  if (isLink(value)) {
    const { path, type, subpath = null, display = null, embed } = value;
    return { $link: { path, type, subpath, display, embed } };
  }
  if (isObject(value)) return encodeObject(value);
  if (value.kind === 'list-pair') {
    return { $widget: 'list-pair', key: encode(value.key), value: encode(value.value) };
  }
  return { $widget: 'external-link', url: encode(value.key), display: encode(value.value) };
}

function encodeNumber(value: number): unknown {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $number: Object.is(value, -0) ? '-0' : String(value) };
}

function encodeDate(date: Extract<Value, { ms: number }>): unknown {
  const calendar = date.calendar();
  return {
    $date: calendar.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS"),
    offset: calendar.offset,
    zone: date.zone === oracleZone ? 'local' : date.zone,
  };
}

const itemFields = [
  'symbol',
  'link',
  'section',
  'text',
  'tags',
  'line',
  'lineCount',
  'list',
  'outlinks',
  'path',
  'task',
  'annotated',
  'parent',
  'blockId',
  'status',
  'checked',
  'completed',
  'fullyCompleted',
  'created',
  'due',
  'completion',
  'start',
  'scheduled',
];
const aliases = ['children', 'position', 'subtasks', 'real', 'header'];

function encodeObject(object: ObjectValue): unknown {
  const isItem = object.get('symbol') !== undefined && object.get('lineCount') !== undefined;
  return isItem ? encodeItem(object) : { $object: members(object, object.keys()) };
}

/** A task of a TASK query has the fields of its page too; the oracle shows its own ones. */
export function encodeItem(object: ObjectValue, own: ObjectValue = object): unknown {
  const children = object.get('children') ?? null;
  const known = itemFields.filter((key) => object.get(key) !== undefined);
  const others = own.keys().filter((key) => ![...itemFields, ...aliases].includes(key));
  return {
    $item: {
      ...members(object, known),
      children: isList(children)
        ? children.map((child) => isObject(child) && child.get('line'))
        : [],
      fields: members(own, others),
    },
  };
}

function members(object: ObjectValue, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, encode(object.get(key) ?? null)]));
}

/** Equal, with a little room for floating point. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left: Record<string, unknown> = { ...a };
  const right: Record<string, unknown> = { ...b };
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
  );
}
