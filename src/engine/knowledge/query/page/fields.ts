import { appendTo } from '../../../../kit/records.ts';
import type { Page } from '../source.ts';
import type { LinkValue } from '../values/link.ts';
import { canonicalName } from '../values/names.ts';
import { isLink, isList, isObject, newRecord, RecordValue, type Value } from '../values/value.ts';
import { parseInlineValue } from './inline-value.ts';
import { toPropertyValue } from './property-value.ts';

/** All values of each key, in the order in which they are collected. */
export type FieldGroups = ReadonlyMap<string, readonly Value[]>;

/** Properties first, then fields of list items, then those of other text. Tasks keep theirs. */
export function collectFields({ frontmatter, inlineFields }: Page, zone: string): FieldGroups {
  const groups = new Map<string, Value[]>();
  for (const [key, raw] of Object.entries(frontmatter ?? {})) {
    if (key !== 'position') appendTo(groups, key, toPropertyValue(raw, zone));
  }
  for (const holder of ['item', 'text'] as const) {
    for (const field of inlineFields) {
      if (field.holder === holder) appendTo(groups, field.key, parseInlineValue(field.value, zone));
    }
  }
  return groups;
}

/**
 * One value per name: a list when a key has several. Each key also answers to its canonical name,
 * unless a key is spelled exactly so.
 */
export function mergeFields(
  groups: FieldGroups,
  follow: (link: LinkValue) => LinkValue,
): Record<string, Value> {
  const canonical = new Map<string, readonly Value[]>();
  for (const [key, values] of groups) {
    const name = canonicalName(key);
    if (name === '' || groups.has(name)) continue;
    canonical.set(name, [...(canonical.get(name) ?? []), ...values]);
  }
  const fields = newRecord();
  for (const [key, values] of [...groups, ...canonical]) {
    fields[key] = followLinks(oneOrList(values), follow);
  }
  return fields;
}

/** The only value, or all of them as a list. */
export function oneOrList(values: readonly Value[]): Value {
  return values.length === 1 ? (values[0] ?? null) : values;
}

/** The value with the links inside it replaced. */
export function followLinks(value: Value, follow: (link: LinkValue) => LinkValue): Value {
  if (isLink(value)) return follow(value);
  if (isList(value)) return value.map((element) => followLinks(element, follow));
  if (!isObject(value)) return value;
  const record = newRecord();
  for (const key of value.keys()) record[key] = followLinks(value.get(key) ?? null, follow);
  return new RecordValue(record);
}
