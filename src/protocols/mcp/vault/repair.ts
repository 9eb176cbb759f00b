import { isRecord, tryParseJson } from '../../../kit/records.ts';

type Arguments = Record<string, unknown>;

/** Whether a parameter is a list or an object, by its name. */
export type DeclaredKinds = Readonly<Record<string, 'list' | 'object' | 'other'>>;

/** Reads the kinds of parameters off a JSON schema. */
export function toDeclaredKinds({ properties }: Arguments): DeclaredKinds {
  const declared = isRecord(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(declared.map(([name, property]) => [name, kindOf(property)]));
}

/**
 * Puts right what agents often get wrong: objects and lists sent as JSON text, names in another
 * case, and bookkeeping of the client. Whatever else is wrong stays, and is answered as such.
 */
export function repairArguments(raw: Arguments, kinds: DeclaredKinds): Arguments {
  const repaired: Arguments = {};
  const byFolded = new Map(Object.keys(kinds).map((name) => [name.toLowerCase(), name]));
  for (const [key, value] of Object.entries(raw)) {
    const isDeclared = Object.hasOwn(kinds, key);
    if (!isDeclared && key.startsWith('_')) continue;
    const meant = isDeclared ? key : byFolded.get(key.toLowerCase());
    const name = meant === undefined || (meant !== key && Object.hasOwn(raw, meant)) ? key : meant;
    repaired[name] = repairValue(value, kinds[name]);
  }
  return repaired;
}

function repairValue(value: unknown, kind: DeclaredKinds[string] | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'object' && value.trimStart().startsWith('{')) return parsedIf(value, isRecord);
  if (kind === 'list' && value.trimStart().startsWith('[')) return parsedIf(value, Array.isArray);
  return value;
}

function parsedIf(text: string, fits: (value: unknown) => boolean): unknown {
  const value = tryParseJson(text);
  return fits(value) ? value : text;
}

function kindOf(property: unknown): DeclaredKinds[string] {
  if (!isRecord(property)) return 'other';
  if (property.type === 'array') return 'list';
  const isUnion = Array.isArray(property.oneOf) || Array.isArray(property.anyOf);
  return property.type === 'object' || isUnion ? 'object' : 'other';
}
