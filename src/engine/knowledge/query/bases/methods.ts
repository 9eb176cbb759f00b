import { boundedList, boundedText, repeatedText } from '../values/bounded.ts';
import { type DateValue, isDate } from '../values/date.ts';
import { EvalFailure } from '../values/failure.ts';
import { isList, ObjectValue, type Value } from '../values/value.ts';
import { dayOfDate, formatBaseDate, relativeText } from './dates.ts';
import type { BaseEnv } from './env.ts';
import { BaseFile, BaseLink, isTagOrBelow } from './file.ts';
import { isBaseEqual, sortBase } from './operators.ts';
import { baseText } from './text.ts';
import { baseTypeOf, isBaseEmpty, isBaseTruthy, numbersIn } from './types.ts';
import { RegexpValue } from './values.ts';

interface MethodContext {
  readonly env: BaseEnv;
  /** The receiver is the list of tags of a file. */
  readonly isTags: boolean;
}

type BaseMethod<T> = (receiver: T, args: readonly Value[], context: MethodContext) => Value;
type MethodTable<T> = Readonly<Record<string, BaseMethod<T>>>;

/** Calls a method. Nothing answers everything with nothing, so that absent properties do no harm. */
export function callMethod(
  value: Value,
  name: string,
  args: readonly Value[],
  context: MethodContext,
): Value {
  const own = callOwn(value, name, args, context);
  if (own !== undefined) return own;
  if (Object.hasOwn(anyMethods, name)) return anyMethods[name]?.(value, args, context) ?? null;
  if (value === null) return null;
  throw new EvalFailure('unknown-function', `A ${baseTypeOf(value)} has no function "${name}".`);
}

function callOwn(
  value: Value,
  name: string,
  args: readonly Value[],
  context: MethodContext,
): Value | undefined {
  const call = <T>(table: MethodTable<T>, receiver: T): Value | undefined =>
    Object.hasOwn(table, name) ? table[name]?.(receiver, args, context) : undefined;
  if (typeof value === 'string') return call(textMethods, value);
  if (typeof value === 'number') return call(numberMethods, value);
  if (isList(value)) return call(listMethods, value);
  if (isDate(value)) return call(dateMethods, value);
  if (value instanceof BaseLink) return call(linkMethods, value);
  if (value instanceof BaseFile) return call(fileMethods, value);
  if (value instanceof RegexpValue) return call(regexpMethods, value);
  return value instanceof ObjectValue ? call(objectMethods, value) : undefined;
}

/** What every value can be asked. */
const anyMethods: MethodTable<Value> = {
  isEmpty: (value) => isBaseEmpty(value),
  isTruthy: (value) => isBaseTruthy(value),
  isType: (value, [type = null]) => baseTypeOf(value) === baseText(type).toLowerCase(),
  toString: (value: Value) => baseText(value),
};

const numberMethods: MethodTable<number> = {
  abs: (value) => Math.abs(value),
  ceil: (value) => Math.ceil(value),
  floor: (value) => Math.floor(value),
  round: (value, [digits]) => {
    const factor = 10 ** numberOr(digits, 0);
    return Math.round(value * factor) / factor;
  },
  toFixed: (value, [digits]) => value.toFixed(Math.min(100, Math.max(0, numberOr(digits, 0)))),
};

const dateMethods: MethodTable<DateValue> = {
  date: (date) => dayOfDate(date),
  format: (date, [form = null]) => formatBaseDate(date, baseText(form)),
  relative: (date, _args, { env }) => relativeText(date, env.nowMs),
  time: (date) => date.calendar().toFormat('HH:mm:ss'),
};

const textMethods: MethodTable<string> = {
  contains: (text, [part = null]) => isInText(text, part),
  containsAll: (text, parts) => parts.flat().every((part) => isInText(text, part)),
  containsAny: (text, parts) => parts.flat().some((part) => isInText(text, part)),
  endsWith: (text, [part = null]) => text.endsWith(baseText(part)),
  lower: (text) => text.toLowerCase(),
  repeat: (text, [count]) => repeated(text, numberOr(count, 0)),
  replace: (text, [what = null, by = null], { env }) => {
    const replacement = baseText(by);
    if (!(what instanceof RegexpValue))
      return boundedText(text.split(baseText(what)).join(replacement));
    return boundedText(env.patterns.compile(what.source, what.flags).replace(text, replacement));
  },
  reverse: (text) => [...text].reverse().join(''),
  slice: (text, [start, end]) => text.slice(numberOr(start, 0), numberOr(end, undefined)),
  split: (text, [separator = null, count], { env }) => {
    const limit = numberOr(count, undefined);
    if (!(separator instanceof RegexpValue)) return text.split(baseText(separator), limit);
    return env.patterns.compile(separator.source, separator.flags).split(text, limit);
  },
  startsWith: (text, [part = null]) => text.startsWith(baseText(part)),
  title: (text) => text.replace(/(^|\s)(\S)/g, (_, blank, letter) => blank + letter.toUpperCase()),
  trim: (text) => text.trim(),
  upper: (text) => text.toUpperCase(),
};

const regexpMethods: MethodTable<RegexpValue> = {
  matches: ({ source, flags }, [text = null], { env }) =>
    env.patterns.compile(source, flags).test(baseText(text)),
};

const fileMethods: MethodTable<BaseFile> = {
  asFile: (file) => file,
  asLink: (file, [display = null]) =>
    new BaseLink(file.facts.path, display === null ? undefined : baseText(display), file),
  hasLink: (file, [to = null]) => hasLink(file, to),
  hasProperty: (file, [name = null]) => {
    const wanted = baseText(name).toLowerCase();
    return file
      .properties()
      .keys()
      .some((key) => key.toLowerCase() === wanted);
  },
  hasTag: (file, tags) => tags.flat().some((tag) => file.hasTag(baseText(tag))),
  inFolder: (file, [folder = null]) => file.isInFolder(baseText(folder)),
};

const linkMethods: MethodTable<BaseLink> = {
  asFile: (link) => link.file ?? null,
  linksTo: (link, [to = null]) => link.file !== undefined && hasLink(link.file, to),
};

const listMethods: MethodTable<readonly Value[]> = {
  contains: (list, [what = null], context) => isInList(list, what, context),
  containsAll: (list, wanted, context) =>
    wanted.flat().every((what) => isInList(list, what, context)),
  containsAny: (list, wanted, context) =>
    wanted.flat().some((what) => isInList(list, what, context)),
  flat: (list) => boundedList(list.flatMap((value) => (isList(value) ? value : [value]))),
  join: (list, [separator = null]) =>
    list.map(baseText).join(separator === null ? ',' : baseText(separator)),
  mean: (list) => {
    const numbers = numbersIn(list);
    if (numbers.length === 0) return null;
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  },
  reverse: (list) => list.toReversed(),
  slice: (list, [start, end]) => list.slice(numberOr(start, 0), numberOr(end, undefined)),
  sort: (list) => list.toSorted(sortBase),
  unique: (list) => {
    // By what is printed, also for links, which elsewhere are compared by where they lead.
    const seen = new Set<string>();
    return list.filter((value) => {
      const key = `${typeof value} ${baseText(value)}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
  },
};

const objectMethods: MethodTable<ObjectValue> = {
  keys: (object) => object.keys(),
  values: (object) => object.keys().map((key) => object.get(key) ?? null),
};

/** Calls the expression for an element. */
type Each = (value: Value, index: number, acc?: Value) => Value;

/** A method whose argument is an expression for each element rather than a value. */
export type ElementMethod = (list: readonly Value[], start: Value, each: Each) => Value;

const elementMethods: Readonly<Record<string, ElementMethod>> = {
  filter: (list, _start, each) => list.filter((value, index) => isBaseTruthy(each(value, index))),
  map: (list, _start, each) => list.map((value, index) => each(value, index)),
  reduce: (list, start, each) =>
    list.reduce<Value>((acc, value, index) => each(value, index, acc), start),
};

export function findElementMethod(name: string): ElementMethod | undefined {
  return Object.hasOwn(elementMethods, name) ? elementMethods[name] : undefined;
}

function isInText(text: string, part: Value): boolean {
  return text.toLowerCase().includes(baseText(part).toLowerCase());
}

/** In a list of tags, a tag below the wanted one counts too. */
function isInList(list: readonly Value[], what: Value, { isTags }: MethodContext): boolean {
  if (!isTags || typeof what !== 'string') return list.some((value) => isBaseEqual(value, what));
  return list.some((value) => isTagOrBelow(baseText(value), what));
}

function hasLink(file: BaseFile, to: Value): boolean {
  if (to instanceof BaseLink) {
    return to.file === undefined ? file.hasLinkTo(to.target) : file.hasLinkToFile(to.file);
  }
  return to instanceof BaseFile ? file.hasLinkToFile(to) : file.hasLinkTo(baseText(to));
}

function repeated(text: string, count: number): string {
  if (count < 0)
    throw new EvalFailure('runtime', 'A text cannot be repeated a negative number of times.');
  return repeatedText(text, count);
}

/** An argument that must be a number, or may be missing. */
function numberOr<T>(value: Value | undefined, otherwise: T): number | T {
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'number') return value;
  throw new EvalFailure('signature', 'A number was expected as argument.');
}
