import { isRecord } from '../../kit/records.ts';

type Arguments = Record<string, unknown>;

/** What the repair has to know of a tool's parameters: their names, and which are lists or objects. */
export interface Declared {
  readonly properties: Readonly<Record<string, { readonly kind: 'list' | 'object' | 'other' }>>;
}

/** Reads the kinds of parameters off a JSON schema. */
export function toDeclared(schema: Record<string, unknown>): Declared {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, { kind: kindOf(property) }]),
    ),
  };
}

/**
 * Puts right what agents often get wrong: objects and lists sent as JSON text, names in another
 * case, and bookkeeping of the client. Whatever else is wrong stays, and is answered as such.
 */
export function repairArguments(raw: unknown, { properties }: Declared): unknown {
  if (!isRecord(raw)) return raw ?? {};
  const repaired: Arguments = {};
  const byFolded = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  for (const [key, value] of Object.entries(raw)) {
    if (!Object.hasOwn(properties, key) && key.startsWith('_')) continue;
    const declared = Object.hasOwn(properties, key) ? key : byFolded.get(key.toLowerCase());
    const name =
      declared === undefined || (declared !== key && Object.hasOwn(raw, declared)) ? key : declared;
    repaired[name] = repairValue(value, properties[name]?.kind);
  }
  return repaired;
}

function repairValue(value: unknown, kind: 'list' | 'object' | 'other' | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'object' && value.trimStart().startsWith('{')) return parsedIf(value, isRecord);
  if (kind === 'list' && value.trimStart().startsWith('[')) return parsedIf(value, Array.isArray);
  return value;
}

function parsedIf(text: string, fits: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : text;
  } catch {
    return text;
  }
}

function kindOf(property: unknown): 'list' | 'object' | 'other' {
  if (!isRecord(property)) return 'other';
  if (property.type === 'array') return 'list';
  const isUnion = Array.isArray(property.oneOf) || Array.isArray(property.anyOf);
  return property.type === 'object' || isUnion ? 'object' : 'other';
}
