import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';

type JsonSchema = Record<string, unknown>;

/** Parameters and results that are ours alone. */
const ownFields = new Set(['expectedHash', 'hash', 'undoId', 'trashedTo']);

/** A search mode that the seed has and later releases dropped. */
export const ownMode = 'dataview';
const ownConstant = `"const":"${ownMode}"`;

export function isOwnField(name: string): boolean {
  return ownFields.has(name);
}

/** What a client sees of a tool's parameters. */
export function toInputSchema({ input }: Operation, strict: boolean): JsonSchema {
  return toJsonSchema(input, 'input', strict);
}

/** What it sees of a tool's results. */
export function toOutputSchema({ output }: Operation, strict: boolean): JsonSchema {
  const { $schema, ...body } = toJsonSchema(output, 'output', strict);
  return { $schema, type: 'object', anyOf: [body, errorEnvelope] };
}

/** The result without what strict compatibility does not know. */
export function withoutOwnFields(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !ownFields.has(key)));
}

const errorEnvelope: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            reason: { type: 'string' },
            recovery: {
              type: 'object',
              properties: { hint: { type: 'string' } },
              required: ['hint'],
            },
            requestId: { type: 'string' },
          },
          additionalProperties: {},
        },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
};

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', strict: boolean): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined) {
        jsonSchema.additionalProperties = false;
      }
      if (strict) dropOwnParts(jsonSchema);
    },
  });
}

/** Fields, the search mode and words that strict compatibility does not know. */
function dropOwnParts(schema: z.core.JSONSchema.BaseSchema): void {
  for (const field of ownFields) delete schema.properties?.[field];
  if (schema.enum !== undefined) schema.enum = schema.enum.filter((value) => value !== ownMode);
  if (schema.description !== undefined) schema.description = withoutOwnWords(schema.description);
  if (schema.oneOf !== undefined) {
    schema.oneOf = schema.oneOf.filter((branch) => !JSON.stringify(branch).includes(ownConstant));
  }
}

/** A description without the sentences about the mode that is ours. */
export function withoutOwnWords(description: string): string {
  return description.replace(new RegExp(`\\s?(?:For mode|Mode) "${ownMode}"[^.]*\\.`, 'g'), '');
}
