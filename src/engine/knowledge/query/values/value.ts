import { type DateValue, isDate } from './date.ts';
import { type DurationValue, isDuration } from './duration.ts';
import { LinkValue } from './link.ts';

/** Everything an expression can give. */
export type Value =
  | null
  | boolean
  | number
  | string
  | DateValue
  | DurationValue
  | LinkValue
  | WidgetValue
  | ObjectValue
  | FunctionValue
  | readonly Value[];

export type FunctionValue = (...args: readonly Value[]) => Value;

/** Named values. Pages are such objects too, and compute their members only when asked. */
export abstract class ObjectValue {
  abstract get(key: string): Value | undefined;
  abstract keys(): readonly string[];
}

/** An object whose members are at hand. */
export class RecordValue extends ObjectValue {
  readonly #members: Readonly<Record<string, Value>>;

  constructor(members: Readonly<Record<string, Value>>) {
    super();
    this.#members = members;
  }

  get(key: string): Value | undefined {
    return Object.hasOwn(this.#members, key) ? this.#members[key] : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(this.#members);
  }
}

/** An object with some members replaced or added. */
export class OverlayValue extends ObjectValue {
  readonly base: ObjectValue;
  readonly #names: readonly string[];
  readonly #values: readonly Value[];

  constructor(base: ObjectValue, names: readonly string[], values: readonly Value[]) {
    super();
    this.base = base;
    this.#names = names;
    this.#values = values;
  }

  get(key: string): Value | undefined {
    const at = this.#names.lastIndexOf(key);
    return at !== -1 && at < this.#values.length ? this.#values[at] : this.base.get(key);
  }

  keys(): readonly string[] {
    return [...new Set([...this.base.keys(), ...this.#names.slice(0, this.#values.length)])];
  }
}

/** Two objects as one: the first one answers where it can. */
export class LayeredValue extends ObjectValue {
  readonly first: ObjectValue;
  readonly second: ObjectValue;

  constructor(first: ObjectValue, second: ObjectValue) {
    super();
    this.first = first;
    this.second = second;
  }

  get(key: string): Value | undefined {
    const value = this.first.get(key);
    return value === undefined ? this.second.get(key) : value;
  }

  keys(): readonly string[] {
    return [...new Set([...this.first.keys(), ...this.second.keys()])];
  }
}

/** A display of its own: the pair of a LIST row, or a link out of the vault. */
export class WidgetValue {
  readonly kind: 'list-pair' | 'external-link';
  /** The row's id, or the address. */
  readonly key: Value;
  /** The row's value, or the text shown. */
  readonly value: Value;

  constructor(kind: 'list-pair' | 'external-link', key: Value, value: Value) {
    this.kind = kind;
    this.key = key;
    this.value = value;
  }
}

export const emptyObject: ObjectValue = new RecordValue({});

/** Members without inherited ones. Unlike `Object.create(null)`, these stay fast in V8. */
class Members {
  [key: string]: Value;
}
Object.setPrototypeOf(Members.prototype, null);
Reflect.deleteProperty(Members.prototype, 'constructor');

/** A fresh record without inherited members, so that no key is special. */
export function newRecord(): Record<string, Value> {
  return new Members();
}

/** The name of a value's type, as Dataview says it. */
export function typeOf(value: Value) {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'function') return 'function';
  if (isList(value)) return 'array';
  if (value instanceof ObjectValue) return 'object';
  if (value instanceof LinkValue) return 'link';
  if (isDate(value)) return 'date';
  return isDuration(value) ? 'duration' : 'widget';
}

/** `Array.isArray` does not narrow readonly arrays out of a union. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isObject(value: Value): value is ObjectValue {
  return value instanceof ObjectValue;
}

export function isLink(value: Value): value is LinkValue {
  return value instanceof LinkValue;
}

export function isTruthy(value: Value): boolean {
  if (value === null) return false;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'object') return Boolean(value);
  if (isList(value)) return value.length > 0;
  if (value instanceof ObjectValue) return value.keys().length > 0;
  if (value instanceof LinkValue) return value.path !== '';
  if (isDate(value)) return value.ms !== 0;
  return !isDuration(value) || value.toMillis() !== 0;
}
