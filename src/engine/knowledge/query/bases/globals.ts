import { isDate } from '../values/date.ts';
import { isDuration } from '../values/duration.ts';
import { EvalFailure } from '../values/failure.ts';
import { isList, type Value } from '../values/value.ts';
import { dayOfDate, parseBaseDate, parseBaseDuration } from './dates.ts';
import type { BaseEnv, BaseRow } from './env.ts';
import { BaseFile, BaseLink } from './file.ts';
import { baseText } from './text.ts';
import { baseTypeOf, numbersIn } from './types.ts';
import { BaseDate, RichValue } from './values.ts';

type Global = (args: readonly Value[], env: BaseEnv, row: BaseRow) => Value;

/** Functions without a receiver. `if` is not one of them: it evaluates only what it needs. */
const globals: Readonly<Record<string, Global>> = {
  date: ([value = null], { files }) => toDate(value, files.zone),
  duration: ([value = null]) => toDuration(value),
  escapeHTML: ([value = null]) => escapeHtml(baseText(value)),
  file: ([value = null], env, row) => toFile(value, env, row) ?? null,
  html: ([value = null]) => new RichValue('html', baseText(value)),
  icon: ([value = null]) => new RichValue('icon', baseText(value)),
  image: ([value = null]) =>
    new RichValue('image', value instanceof BaseLink ? value.target : baseText(value)),
  link: ([target = null, display = null], env, row) => toLinkValue(target, display, env, row),
  list: ([value = null]) => (isList(value) ? value : [value]),
  max: (args) => extreme(args, Math.max),
  min: (args) => extreme(args, Math.min),
  now: (_, { nowMs, files }) => new BaseDate(nowMs, files.zone, true),
  number: ([value = null]) => toNumber(value),
  random: (_, { random }) => random(),
  today: (_, { nowMs, files }) => dayOfDate(new BaseDate(nowMs, files.zone, false)),
};

export function findGlobal(name: string): Global | undefined {
  return Object.hasOwn(globals, name) ? globals[name] : undefined;
}

/** The file that a path, a link or a file stands for, seen from the row. */
export function toFile(value: Value, { files }: BaseEnv, { file }: BaseRow): BaseFile | undefined {
  if (value instanceof BaseFile) return value;
  if (value instanceof BaseLink) return value.file;
  return typeof value === 'string'
    ? files.resolve(bareTarget(value), file?.facts.path ?? '')
    : undefined;
}

function toLinkValue(target: Value, display: Value, env: BaseEnv, row: BaseRow): Value {
  const shown = display === null ? undefined : baseText(display);
  if (target === null) return null;
  if (target instanceof BaseFile) return new BaseLink(target.facts.path, shown, target);
  if (target instanceof BaseLink)
    return new BaseLink(target.target, shown ?? target.display, target.file);
  return env.files.link(bareTarget(baseText(target)), shown, row.file?.facts.path ?? '');
}

/** `[[Note]]` and `Note` both name the note. */
function bareTarget(text: string): string {
  return text.startsWith('[[') && text.endsWith(']]') ? text.slice(2, -2) : text;
}

function toDate(value: Value, zone: string): Value {
  if (value === null || isDate(value)) return value;
  if (typeof value === 'number') return new BaseDate(value, zone, true);
  const parsed = typeof value === 'string' ? parseBaseDate(value, zone) : undefined;
  if (parsed !== undefined) return parsed;
  throw new EvalFailure('runtime', `"${baseText(value)}" is not a date.`);
}

function toDuration(value: Value): Value {
  if (value === null || isDuration(value)) return value;
  const parsed = typeof value === 'string' ? parseBaseDuration(value) : undefined;
  if (parsed !== undefined) return parsed;
  throw new EvalFailure('runtime', `"${baseText(value)}" is not a duration.`);
}

function toNumber(value: Value): Value {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (isDate(value)) return value.ms;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (!Number.isNaN(number)) return number;
  throw new EvalFailure('runtime', `"${baseText(value)}" (${baseTypeOf(value)}) is not a number.`);
}

function extreme(args: readonly Value[], pick: (...numbers: number[]) => number): Value {
  const numbers = numbersIn(args.flat());
  return numbers.length === 0 ? null : numbers.reduce((best, next) => pick(best, next));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => entities[unit] ?? unit);
}
