import { isRecord, toRecord } from '../../kit/records.ts';
import type { Operation } from '../../operations/operation.ts';
import table from './vault/tools.generated.json' with { type: 'json' };

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What the operations of the vault's tools declare, by the names of the tools. Loading them all takes
 * longer than all else that the first list of tools needs, so `npm run gen` writes it out. The type
 * holds because nothing else writes the file.
 */
const written = table as Readonly<Record<string, WrittenTool>>;

interface WrittenTool {
  readonly operation: string;
  readonly access: Operation['access'];
  readonly summary: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** With all that a model needs and nothing else. */
  readonly light: { readonly input: JsonSchema; readonly output: JsonSchema };
}

/** What can be said of an operation before it is loaded. */
export type DescribedOperation = Pick<Operation, 'access' | 'name' | 'summary'>;

/** The operation of a tool, before it is loaded. */
export function describeOperation(tool: string): DescribedOperation {
  const { operation: name = tool, access = 'read', summary = '' } = written[tool] ?? {};
  return { name, access, summary };
}

/** Parameters and results that are ours alone. */
const ownFields = new Set(['expectedHash', 'hash', 'undoId', 'trashedTo', 'line']);

/** Search modes that are ours alone. */
export const ownModes: readonly string[] = ['words', 'ranked'];
const ownConstants = ownModes.map((mode) => `"const":"${mode}"`);

export function isOwnField(name: string): boolean {
  return ownFields.has(name);
}

/** The parameters of a tool, in full. */
export function toInputSchema(tool: string): JsonSchema {
  return written[tool]?.input ?? {};
}

/** A tool's parameters and results as clients see them, in few words. */
export function toLightSchemas(tool: string): Record<'input' | 'output', JsonSchema> {
  return written[tool]?.light ?? { input: {}, output: {} };
}

/** The same in full, without what is ours alone. */
export function toStrictSchemas(tool: string): Record<'input' | 'output', JsonSchema> {
  const { input = {}, output = {} } = written[tool] ?? {};
  const { $schema, ...body } = toRecord(withoutOwnParts(output));
  return {
    input: toRecord(withoutOwnParts(input)),
    output: { $schema, type: 'object', anyOf: [body, errorEnvelope] },
  };
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

/** A schema without the fields, the search modes and the words that strict compatibility does not know. */
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

/** What descriptions call our own modes and tools. */
const ownWords =
  /"(?:words|ranked)"|obsidian_(?:create_note|edit_notes|get_links|lint|manage_tasks|move_note|note_history|read_notes|refactor|related_notes|undo)\b/;

/** A description without the sentences about what is ours alone. */
export function withoutOwnWords(description: string): string {
  const sentences = description.split(/(?<=\.)\s/);
  return sentences.filter((sentence) => !ownWords.test(sentence)).join(' ');
}
