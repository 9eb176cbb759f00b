import { z } from 'zod';
import { isRecord } from '../../kit/records.ts';

/**
 * Members of operations are spelled in camelCase, members of this wire in snake_case. What the
 * schemas name is translated; keys that are a user's data, such as properties, stay as they are.
 */
export function toOperationNames(schema: z.ZodType, params: unknown): unknown {
  const inner = unwrap(schema);
  if (Array.isArray(params)) {
    const { element } = inner instanceof z.ZodArray ? inner : {};
    return element instanceof z.ZodType
      ? params.map((each) => toOperationNames(element, each))
      : params;
  }
  const shape = shapeOf(inner);
  if (!isRecord(params) || Object.keys(shape).length === 0) return params;
  return Object.fromEntries(
    Object.entries(params).map(([given, value]) => {
      const camel = toCamel(given);
      const name = given in shape || !(camel in shape) ? given : camel;
      const member = shape[name];
      return [name, member === undefined ? value : toOperationNames(member, value)];
    }),
  );
}

/** Makes a function that spells a result for the wire. Bytes become base64. */
export function wireNamer(schema: z.ZodType): (value: unknown) => unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodType) {
    const each = wireNamer(inner.element);
    return (value) => (Array.isArray(value) ? value.map(each) : value);
  }
  const members = Object.entries(shapeOf(inner)).map(
    ([name, member]) => [name, { name: toSnake(name), spell: wireNamer(member) }] as const,
  );
  const byName = new Map(members);
  return (value) => {
    if (Buffer.isBuffer(value)) return value.toString('base64');
    if (byName.size === 0 || !isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const known = byName.get(name);
        return known === undefined ? [name, member] : [known.name, known.spell(member)];
      }),
    );
  };
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(inner.shape).filter(
        (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
      ),
    );
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options.filter((option) => option instanceof z.ZodType);
    return Object.assign({}, ...options.map(shapeOf));
  }
  return {};
}

function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  const inner = isWrapper ? schema.unwrap() : schema;
  return inner instanceof z.ZodType && inner !== schema ? unwrap(inner) : schema;
}

/** `pathPrefix` as this wire spells it: `path_prefix`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
