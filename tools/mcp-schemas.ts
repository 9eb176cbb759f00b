import { z } from 'zod';
import type { Operation } from '../src/operations/operation.ts';
import { allBundleTools } from '../src/protocols/mcp/bundle/tools.ts';
import { allTools } from '../src/protocols/mcp/vault/tools.ts';

/** The schemas that clients see, as the program sends them. */
export function toMcpSchemasFile(): string {
  const schemas = [
    ...allTools.map(({ operation: { name, input, output } }) => [
      name,
      { input: toJsonSchema(input, 'input'), output: toJsonSchema(output, 'output') },
    ]),
    ...allBundleTools.map(({ operation: { name, input } }) => [
      name,
      { input: toJsonSchema(input, 'input') },
    ]),
  ];
  return `${JSON.stringify(Object.fromEntries(schemas), null, 1)}\n`;
}

function toJsonSchema(schema: Operation['input'], io: 'input' | 'output') {
  return z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined) {
        jsonSchema.additionalProperties = false;
      }
    },
  });
}
