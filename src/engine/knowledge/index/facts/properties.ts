import type { MayRead } from '../links/graph.ts';
import { comparePlain } from '../links/names.ts';
import type { NoteIndex } from '../note-index.ts';
import { type PropertyType, typeOfKinds } from './property-kinds.ts';

export interface PropertyCount {
  /** In the first spelling found. */
  readonly name: string;
  readonly type: PropertyType;
  /** Notes that have it. */
  readonly count: number;
}

/** All properties, by name. `declared` are the types that the vault's settings give, by folded name. */
export function propertyCounts(
  index: NoteIndex,
  mayRead: MayRead,
  declared: ReadonlyMap<string, PropertyType>,
): PropertyCount[] {
  const found = new Map<string, { name: string; count: number; kinds: Map<string, number> }>();
  for (const file of index.files.inOrder()) {
    const { keys = [], kinds = '' } = file.data ?? {};
    if (keys.length === 0 || !mayRead(file.path)) continue;
    keys.forEach((name, at) => {
      const key = name.toLowerCase();
      const known = found.get(key) ?? { name, count: 0, kinds: new Map<string, number>() };
      if (known.count === 0) found.set(key, known);
      known.count++;
      const kind = kinds.charAt(at);
      known.kinds.set(kind, (known.kinds.get(kind) ?? 0) + 1);
    });
  }
  return [...found]
    .map(([key, { name, count, kinds }]) => ({ name, type: typeOf(key, kinds, declared), count }))
    .sort((a, b) => comparePlain(a.name.toLowerCase(), b.name.toLowerCase()));
}

function typeOf(
  key: string,
  kinds: ReadonlyMap<string, number>,
  declared: ReadonlyMap<string, PropertyType>,
): PropertyType {
  if (key === 'tags' || key === 'aliases') return key;
  return declared.get(key) ?? typeOfKinds(kinds);
}
