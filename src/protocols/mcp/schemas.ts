import { isRecord, toRecord } from '../../kit/records.ts';
import type { Operation } from '../../operations/operation.ts';
import table from './schemas.generated.json' with { type: 'json' };

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schemas of all tools, by their operations. Writing them out takes longer than all else that
 * the first list of tools needs, so `npm run gen` does it.
 */
const written: Readonly<Record<string, Partial<Record<'input' | 'output', JsonSchema>>>> = table;

/** Parameters and results that are ours alone. */
const ownFields = new Set(['expectedHash', 'hash', 'undoId', 'trashedTo']);

/** Search modes that are ours, or that the seed has and later releases dropped. */
export const ownModes: readonly string[] = ['dataview', 'ranked'];
const ownConstants = ownModes.map((mode) => `"const":"${mode}"`);

export function isOwnField(name: string): boolean {
  return ownFields.has(name);
}

/** What a client sees of a tool's parameters. */
export function toInputSchema({ name }: Operation, strict: boolean): JsonSchema {
  return schemaOf(name, 'input', strict);
}

/** What it sees of a tool's results. */
export function toOutputSchema({ name }: Operation, strict: boolean): JsonSchema {
  const { $schema, ...body } = schemaOf(name, 'output', strict);
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

function schemaOf(operation: string, io: 'input' | 'output', strict: boolean): JsonSchema {
  const schema = written[operation]?.[io] ?? {};
  return strict ? toRecord(withoutOwnParts(schema)) : schema;
}

/** A schema without the fields, the search mode and the words that strict compatibility does not know. */
function withoutOwnParts(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema
      .filter((each) => !ownModes.includes(String(each)) && !isOfOwnMode(each))
      .map(withoutOwnParts);
  }
  if (typeof schema === 'string') return withoutOwnWords(schema);
  if (!isRecord(schema)) return schema;
  const members = Object.entries(schema).filter(([name]) => !ownFields.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutOwnParts(value)]));
}

function isOfOwnMode(schema: unknown): boolean {
  const text = JSON.stringify(schema);
  return ownConstants.some((constant) => text.includes(constant));
}

/** A description without the sentences about the modes that are ours. */
export function withoutOwnWords(description: string): string {
  const modes = ownModes.join('|');
  const known = description.replace(`Modes "ranked" and "text"`, 'Mode "text"');
  return known
    .replace(new RegExp(`\\s?(?:For mode|Mode) "(?:${modes})"[^.]*\\.`, 'g'), '')
    .trimStart();
}
