import { parseWhole } from '../expression/cursor.ts';
import { indexInto } from '../expression/index-into.ts';
import { readDate, readDuration } from '../expression/literals.ts';
import { readShorthand } from '../expression/shorthands.ts';
import { DateValue, isDate, parseDateAs } from '../values/date.ts';
import type { Env } from '../values/env.ts';
import { EvalFailure } from '../values/failure.ts';
import { fileLink, type LinkValue } from '../values/link.ts';
import { toText } from '../values/text.ts';
import {
  isList,
  isObject,
  newRecord,
  RecordValue,
  type Value,
  WidgetValue,
} from '../values/value.ts';
import { define, defineAll, type QueryFunction } from './define.ts';

const firstNumber = /-?[0-9]+(?:\.[0-9]+)?/;

const linkTo = (path: string, { links }: Env, display?: string, embed = false) =>
  fileLink(links.normalize(path), display, embed);

const link: QueryFunction = define('link', (forms) =>
  forms
    .one('string', (path, env) => linkTo(path, env))
    .one('link', (target) => target)
    .each(1)
    .two('string', 'string', (path, display, env) => linkTo(path, env, display))
    .three('string', 'string', 'boolean', (path, display, embed, env) =>
      linkTo(path, env, display, embed),
    )
    .two('link', 'string', (target, display) => target.with({ display }))
    .two('null', 'any', () => null)
    .two('any', 'null', (target, _none, env) => link([target], env))
    .maps(2, 0, 1),
);

const object: QueryFunction = (args) => {
  if (args.length % 2 !== 0) {
    throw new EvalFailure('runtime', 'object() takes pairs of a key and a value.');
  }
  const record = newRecord();
  for (let i = 0; i < args.length; i += 2) {
    const key = args[i];
    if (typeof key !== 'string') {
      throw new EvalFailure('runtime', 'The keys of object() must be texts.');
    }
    record[key] = args[i + 1] ?? null;
  }
  return new RecordValue(record);
};

const extract: QueryFunction = (args, env) => {
  const [from, ...keys] = args;
  // Dataview answers with this text instead of failing.
  if (from === undefined) return 'extract(object, key1, ...) requires at least 1 argument';
  if (isList(from)) return from.map((element) => extract([element, ...keys], env));
  const record = newRecord();
  for (const key of keys) {
    if (typeof key !== 'string') {
      throw new EvalFailure('runtime', 'The keys of extract() must be texts.');
    }
    record[key] = indexInto(from, key, env);
  }
  return new RecordValue(record);
};

/** Functions that make values. */
export const constructors: Readonly<Record<string, QueryFunction>> = {
  array: (args) => args,
  extract,
  link,
  list: (args) => args,
  object,
  ...defineAll({
    date: (forms) =>
      forms
        .one('string', (text, env) => parseDate(text, env, true))
        .one('date', (value) => value)
        .one('link', dateOfLink)
        .each(1)
        .two('string', 'string', parseWithFormat)
        .two('null', 'string', () => null),
    dur: (forms) =>
      forms
        .one('string', (text) => parseWhole(text.trim(), readDuration) ?? null)
        .one('duration', (value) => value)
        .each(1),
    elink: (forms) =>
      forms
        .one('string', (url) => new WidgetValue('external-link', url, url))
        .each(1)
        .two('string', 'string', (url, display) => new WidgetValue('external-link', url, display))
        .two('string', 'null', (url) => new WidgetValue('external-link', url, url))
        .two('null', 'any', () => null)
        .maps(2, 0),
    embed: (forms) =>
      forms
        .one('link', (target) => target.with({ embed: true }))
        .each(1)
        .two('link', 'boolean', (target, isEmbed) => target.with({ embed: isEmbed }))
        .each(2),
    meta: (forms) =>
      forms.one('link', ({ display = null, embed, path, subpath = null, type }) => {
        return new RecordValue({ display, embed, path, subpath, type });
      }),
    number: (forms) =>
      forms
        .one('number', (value) => value)
        .one('string', (text) => {
          const found = firstNumber.exec(text);
          return found === null ? null : Number.parseFloat(found[0]);
        })
        .each(1),
    string: (forms) => forms.one('any', (value, env) => toText(value, env)),
  }),
};

function parseDate(text: string, { zone, nowMs }: Env, withShorthands: boolean): DateValue | null {
  const shorthand = withShorthands
    ? parseWhole(text, (cursor) => readShorthand(cursor, nowMs, zone))
    : undefined;
  return shorthand ?? parseWhole(text, (cursor) => readDate(cursor, zone)) ?? null;
}

/** Its text is asked first, then its path, then the day of the page behind it. */
function dateOfLink(from: LinkValue, env: Env): Value {
  const shown = from.display ? parseDate(from.display, env, false) : null;
  const written = shown ?? parseDate(from.path, env, false);
  if (written !== null) return written;
  const file = env.links.page(from.path)?.get('file') ?? null;
  const day = isObject(file) ? file.get('day') : undefined;
  return day !== undefined && isDate(day) ? day : null;
}

function parseWithFormat(text: string, format: string, env: Env): Value {
  if (format === 'x' || format === 'X') {
    const found = firstNumber.exec(text);
    if (found === null) throw new EvalFailure('runtime', `There is no number in "${text}".`);
    return new DateValue(Number.parseInt(found[0], 10) * (format === 'X' ? 1000 : 1), env.zone);
  }
  const parsed = parseDateAs(text, format, env.zone, env.nowMs);
  if (parsed === undefined) {
    throw new EvalFailure('runtime', `"${text}" is not a date of the form "${format}".`);
  }
  return parsed;
}
