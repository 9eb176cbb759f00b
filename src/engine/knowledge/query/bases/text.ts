import { isDate } from '../values/date.ts';
import { isDuration } from '../values/duration.ts';
import { isLink, isList, isObject, type Value } from '../values/value.ts';
import { baseDateText, baseDurationText } from './dates.ts';
import { BaseFile, BaseLink } from './file.ts';
import { RegexpValue, RichValue } from './values.ts';

/** A value in print. */
export function baseText(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.map(baseText).join(', ');
  if (isLink(value))
    return linkText(value instanceof BaseLink ? value.target : value.path, value.display);
  if (isDate(value)) return baseDateText(value);
  if (isDuration(value)) return baseDurationText(value);
  if (value instanceof BaseFile) return value.facts.path;
  if (value instanceof RegexpValue) return `/${value.source}/${value.flags}`;
  if (value instanceof RichValue) return value.kind === 'image' ? imageText(value) : value.content;
  return JSON.stringify(toPlain(value));
}

/** A value as JSON: dates and durations in print, links and files by their path. */
export function toPlain(value: Value): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function') return null;
  if (isList(value)) return value.map(toPlain);
  if (value instanceof BaseLink) return value.target;
  if (value instanceof BaseFile) return value.facts.path;
  if (value instanceof RegexpValue || value instanceof RichValue || !isObject(value)) {
    return baseText(value);
  }
  return Object.fromEntries(value.keys().map((key) => [key, toPlain(value.get(key) ?? null)]));
}

/** As Markdown; a blank would end the address. */
function imageText({ content }: RichValue): string {
  return `![](${content.replaceAll(' ', '%20')})`;
}

function linkText(target: string, display: string | undefined): string {
  return display === undefined ? `[[${target}]]` : `[[${target}|${display}]]`;
}
