import { z } from 'zod';
import { isRecord, toRecord } from '../src/kit/records.ts';
import type { Operation } from '../src/operations/operation.ts';
import { allBundleTools } from '../src/protocols/mcp/bundle/tools.ts';
import { allTools } from '../src/protocols/mcp/vault/tools.ts';
import { toLightInput, toLightOutput } from './light-schema.ts';

/** The vault's tools as clients see them, with what is known of their operations before they are loaded. */
export async function toVaultToolsFile(): Promise<string> {
  const tools = await Promise.all(
    allTools.map(async (tool) => {
      const operation = await tool.load();
      const { name, access, summary } = operation;
      return [tool.name, { operation: name, access, summary, ...toSchemas(operation) }];
    }),
  );
  return toJson(tools);
}

/** The arguments of the bundle's tools as clients see them. */
export function toBundleInputsFile(): string {
  return toJson(
    allBundleTools.map(({ operation: { name, input } }) => [name, toJsonSchema(input, 'input')]),
  );
}

function toJson(members: readonly (readonly unknown[])[]): string {
  return `${JSON.stringify(Object.fromEntries(members), null, 1)}\n`;
}

/** In full, and as short as they are sent unless a client wants all of it. */
function toSchemas(operation: Pick<Operation, 'input' | 'output'>) {
  const input = toJsonSchema(operation.input, 'input');
  const output = toJsonSchema(operation.output, 'output');
  const light = { input: toLightInput(input), output: toLightOutput(output) };
  return { input: withoutShort(input), output: withoutShort(output), light };
}

/** What is meant for light schemas alone. */
function withoutShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutShort);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(
    ([name, said]) => name !== 'short' || isRecord(said),
  );
  return Object.fromEntries(members.map(([name, each]) => [name, withoutShort(each)]));
}

function toJsonSchema(schema: Operation['input'], io: 'input' | 'output') {
  const whole = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined) {
        jsonSchema.additionalProperties = false;
      }
    },
  });
  return withoutUnlisted(whole);
}

/** Forms that a protocol makes of others are not for clients. */
function withoutUnlisted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((each) => toRecord(each).unlisted !== true).map(withoutUnlisted);
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutUnlisted(each)]),
  );
}
