import { type DateValue, isDate } from './date.ts';
import { durationText, isDuration } from './duration.ts';
import { defaultSettings, type Env } from './env.ts';
import { locale } from './locale.ts';
import { isLink, isList, isObject, type Value, type WidgetValue } from './value.ts';

/** A value as Markdown would show it on one line. */
export function toText(value: Value, env: Env, nested = false): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    case 'function':
      return '<function>';
    default:
      return referenceText(value, env, nested);
  }
}

/** The same under Dataview's own settings, whatever the vault's are: its export does so in places. */
export function toDefaultText(value: Value, env: Env): string {
  return toText(value, { ...env, settings: defaultSettings });
}

function referenceText(value: Value, env: Env, nested: boolean): string {
  if (value === null) return env.settings.renderNullAs;
  if (isLink(value)) return value.markdown();
  if (isList(value)) {
    const inner = value.map((element) => toText(element, env, true)).join(', ');
    return nested ? `[${inner}]` : inner;
  }
  if (isObject(value)) {
    const members = value
      .keys()
      .map((key) => `${key}: ${toText(value.get(key) ?? null, env, true)}`);
    return `{ ${members.join(', ')} }`;
  }
  if (isDate(value)) return dateText(value, env);
  if (isDuration(value)) return durationText(value);
  return typeof value === 'object' ? widgetText(value, env) : '';
}

function dateText(date: DateValue, { settings }: Env): string {
  const calendar = date.calendar();
  const isDay = calendar.hour === 0 && calendar.minute === 0 && calendar.second === 0;
  const format = isDay ? settings.defaultDateFormat : settings.defaultDateTimeFormat;
  return calendar.toFormat(format, { locale });
}

function widgetText({ kind, key, value }: WidgetValue, env: Env): string {
  const [first, second] = [toDefaultText(key, env), toDefaultText(value, env)];
  return kind === 'external-link' ? `[${second}](${first})` : `${first}: ${second}`;
}
