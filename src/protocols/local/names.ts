import * as z from 'zod';
import { isRecord } from '../../kit/records.ts';

/*
 * Members of operations are spelled in camelCase, members of this wire in snake_case. What the
 * schemas name is translated; keys that are a user's data, such as properties, stay as they are.
 */

type Translate = (value: unknown) => unknown;

/** Translates parameters of the wire. Names that are spelled as in the operation are accepted, too. */
export function toOperationNames(schema: z.ZodType): Translate {
  return translator(schema, (name) => [
    [toSnake(name), name],
    [name, name],
  ]);
}

/** Translates a result for the wire. Bytes become base64. */
export function toWireNames(schema: z.ZodType): Translate {
  return translator(schema, (name) => [[name, toSnake(name)]]);
}

/** `spellings` gives the names that a member can have, each with the name it gets. */
function translator(
  schema: z.ZodType,
  spellings: (name: string) => readonly (readonly [from: string, to: string])[],
): Translate {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodType) {
    const each = translator(inner.element, spellings);
    return (value) => (Array.isArray(value) ? value.map(each) : value);
  }
  const members = new Map(
    Object.entries(shapeOf(inner)).flatMap(([name, member]) => {
      const translate = translator(member, spellings);
      return spellings(name).map(([from, to]) => [from, { to, translate }] as const);
    }),
  );
  return (value) => {
    if (Buffer.isBuffer(value)) return value.toString('base64');
    if (members.size === 0 || !isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const known = members.get(name);
        return known === undefined ? [name, member] : [known.to, known.translate(member)];
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
