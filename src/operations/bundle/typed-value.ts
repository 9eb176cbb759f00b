export const propertyTypes = ['text', 'list', 'number', 'checkbox', 'date', 'datetime'] as const;
export type WrittenPropertyType = (typeof propertyTypes)[number];
type Value = string | number | boolean | string[];

/** A value as a property of this type holds it; undefined when it is none. */
export function toTyped(value: Value, type: WrittenPropertyType): Value | undefined {
  switch (type) {
    case 'text':
      return Array.isArray(value) ? value.join(', ') : String(value);
    case 'list':
      return Array.isArray(value) ? value : toItems(String(value));
    case 'number':
      return toNumber(value);
    case 'checkbox':
      return toFlag(value);
    case 'date':
      return fits(value, /^\d{4}-\d{2}-\d{2}$/);
    case 'datetime':
      return fits(value, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/);
  }
}

function toItems(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function toFlag(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function fits(value: Value, pattern: RegExp): string | undefined {
  if (typeof value !== 'string' || !pattern.test(value)) return undefined;
  return Number.isNaN(Date.parse(`${value.slice(0, 10)}T00:00:00Z`)) ? undefined : value;
}
