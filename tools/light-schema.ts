import { isRecord, toRecord } from '../src/kit/records.ts';

type Schema = Record<string, unknown>;

/** Keywords that a model does not need: the server checks what they say. */
const unneeded = new Set([
  '$schema',
  'additionalProperties',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'minItems',
  'minLength',
  'pattern',
  'propertyNames',
]);

/** Parts of a schema that are worth a definition when they occur twice. */
const sharedLengthMin = 120;

/**
 * A schema of parameters with all that a model needs and nothing else: the forms of one object are
 * merged, what occurs twice is defined once, and a note can be named by `path` alone.
 */
export function toLightInput(schema: unknown): Schema {
  return shareParts(withPath(toRecord(lighten(schema))));
}

/** The names of what a result holds. Every result can be an error instead. */
export function toLightOutput(schema: unknown): Schema {
  const names = Object.keys(toRecord(toRecord(schema).properties));
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

function lighten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lighten);
  if (!isRecord(value)) return value;
  const whole = withShort(mergeForms(withoutNull(value)));
  const kept = Object.entries(whole).filter(
    ([keyword, said]) => !unneeded.has(keyword) && !(keyword === 'default' && said === false),
  );
  return Object.fromEntries(
    kept.map(([keyword, said]) => [
      keyword,
      keyword === 'properties' ? lightenProperties(toRecord(said)) : lighten(said),
    ]),
  );
}

/** What a schema says of itself in few words, or nothing where its name says enough. */
function withShort({ short, ...schema }: Schema): Schema {
  if (short === undefined) return schema;
  const { description, ...rest } = schema;
  return short === '' ? rest : { ...rest, description: short };
}

function lightenProperties(properties: Schema): Schema {
  const listed = Object.entries(properties).filter(
    ([, each]) => toRecord(each).deprecated !== true,
  );
  return Object.fromEntries(listed.map(([name, each]) => [name, lighten(each)]));
}

/** What may be left out may be null, too. That needs no saying. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, type, ...rest } = schema;
  if (Array.isArray(type)) return { type: type.find((each) => each !== 'null'), ...rest };
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((each) => toRecord(each).type !== 'null');
  return others.length === 1 ? { ...toRecord(others[0]), ...rest } : schema;
}

/** An object in one of several forms is one object with the members of all of them. */
function mergeForms(schema: Schema): Schema {
  const { oneOf, ...rest } = schema;
  if (!Array.isArray(oneOf)) return schema;
  const forms = oneOf.map((form) => toRecord(toRecord(form).properties));
  const properties: Schema = {};
  for (const [name, member] of forms.flatMap((form) => Object.entries(form))) {
    const known = toRecord(properties[name]);
    const { const: word, ...said } = toRecord(member);
    if (word === undefined) properties[name] ??= said;
    else properties[name] = { type: 'string', enum: [...toList(known.enum), word] };
  }
  const [first] = oneOf.map((form) => toList(toRecord(form).required));
  const required = first?.filter((name) => forms.every((form) => String(name) in form));
  const isOpen = required === undefined || required.length < 2;
  return { type: 'object', properties, ...(!isOpen && { required }), ...rest };
}

/** A path is the usual way to name a note, so it needs no object. */
function withPath(schema: Schema): Schema {
  const properties = toRecord(schema.properties);
  if (!isRecord(properties.target) || 'path' in properties) return schema;
  const { target, ...others } = properties;
  const required = toList(schema.required).filter((name) => name !== 'target');
  return {
    ...schema,
    properties: {
      path: { type: 'string', description: 'Path or name of the note.' },
      target: withoutOwnPath(toRecord(target)),
      ...others,
    },
    ...(required.length === 0 ? { required: undefined } : { required }),
  };
}

/** With a path beside it, a target is for notes that have no other name. */
function withoutOwnPath(target: Schema): Schema {
  const { path, type, ...properties } = toRecord(target.properties);
  const kinds = toList(toRecord(type).enum).filter((kind) => kind !== 'path');
  return {
    ...target,
    properties: { type: { type: 'string', enum: kinds }, ...properties },
    description: 'Instead of path: the active file, or a periodic note.',
  };
}

/** An object that occurs twice, whatever is said about it, is defined once. */
function shareParts(schema: Schema): Schema {
  const seen = new Map<string, number>();
  visit(schema, (part) => {
    const text = toShape(part);
    seen.set(text, (seen.get(text) ?? 0) + 1);
  });
  const isShared = (text: string) => (seen.get(text) ?? 0) > 1 && text.length >= sharedLengthMin;
  const [shape] = [...seen.keys()].filter(isShared).sort((a, b) => b.length - a.length);
  if (shape === undefined) return schema;
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer);
    if (!isRecord(value)) return value;
    if (isObject(value) && toShape(value) === shape) {
      const { description } = value;
      return { $ref: '#/$defs/shared', ...(description !== undefined && { description }) };
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, refer(each)]));
  };
  return { ...toRecord(refer(schema)), $defs: { shared: JSON.parse(shape) } };
}

function visit(value: unknown, use: (part: Schema) => void): void {
  if (isObject(value)) use(value);
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) visit(each, use);
}

function isObject(value: unknown): value is Schema {
  return isRecord(value) && isRecord(value.properties);
}

function toShape({ description, ...part }: Schema): string {
  return JSON.stringify(part);
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
