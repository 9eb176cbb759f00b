/** The types that Obsidian knows for properties. */
export type PropertyType =
  | 'aliases'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'multitext'
  | 'number'
  | 'tags'
  | 'text';

/** What a value looks like, in one letter. A blank is no value. */
const typeOfKind: Readonly<Record<string, PropertyType>> = {
  b: 'checkbox',
  d: 'date',
  D: 'datetime',
  l: 'multitext',
  n: 'number',
  t: 'text',
};

export function kindOf(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return 'b';
    case 'number':
      return 'n';
    case 'string':
      return kindOfText(value);
    default:
      if (value === null) return ' ';
      return Array.isArray(value) ? 'l' : 'o';
  }
}

/** The type that most values of a property have; text when they are of no known type. */
export function typeOfKinds(counts: ReadonlyMap<string, number>): PropertyType {
  let best: PropertyType = 'text';
  let most = 0;
  for (const [kind, type] of Object.entries(typeOfKind)) {
    const count = counts.get(kind) ?? 0;
    if (count > most) [best, most] = [type, count];
  }
  return best;
}

export function toPropertyType(written: unknown): PropertyType | undefined {
  return types.find((type) => type === written);
}

function kindOfText(text: string): string {
  if (text.length < 10 || text.length > 30) return 't';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'd';
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(text) ? 'D' : 't';
}

const types: readonly PropertyType[] = [
  'aliases',
  'checkbox',
  'date',
  'datetime',
  'multitext',
  'number',
  'tags',
  'text',
];
