/** How a property is edited. */
export type PropertyKind =
  | 'text'
  | 'list'
  | 'tags'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'other';

const byType: Readonly<Record<string, PropertyKind>> = {
  aliases: 'list',
  checkbox: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  list: 'list',
  multitext: 'list',
  number: 'number',
  tags: 'tags',
  text: 'text',
};

/** By the type that the vault gives the property, as long as the value fits it; else by the value. */
export function kindOf(name: string, value: unknown, type: string | undefined): PropertyKind {
  if (name === 'tags' || name === 'tag') return 'tags';
  const wanted = type === undefined ? undefined : byType[type];
  if (wanted !== undefined && fits(value, wanted)) return wanted;
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return value.every(isPlain) ? 'list' : 'other';
  if (typeof value === 'object' && value !== null) return 'other';
  const text = String(value ?? '');
  if (datePattern.test(text)) return 'date';
  return timePattern.test(text) ? 'datetime' : 'text';
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

function fits(value: unknown, kind: PropertyKind): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (kind === 'checkbox') return typeof value === 'boolean';
  if (kind === 'number') return typeof value === 'number';
  if (kind === 'list') return Array.isArray(value) && value.every(isPlain);
  if (kind === 'date') return datePattern.test(String(value));
  if (kind === 'datetime') return timePattern.test(String(value));
  return kind === 'text' && isPlain(value) && typeof value === 'string';
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** The items of a list. One that is empty has nothing to show. */
export function toItems(value: unknown): string[] {
  const all = Array.isArray(value) ? value.map((item) => String(item ?? '')) : [];
  return all.filter((item) => item.trim() !== '');
}

/** The tags of a property, whichever way they are written. */
export function toTags(value: unknown): string[] {
  const all = Array.isArray(value)
    ? value.map((tag) => String(tag ?? ''))
    : String(value ?? '').split(/[\s,]+/);
  return all.map((tag) => tag.replace(/^#/, '')).filter((tag) => tag !== '');
}
