import { z } from 'zod';
import type { Operation } from '../../../operations/operation.ts';
import type { BundleTool } from './tool.ts';

/** A tool as a client sees it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly annotations?: Readonly<Record<string, boolean>>;
}

/** The newest form; clients of older revisions get less of it. */
export function describeTool(tool: BundleTool, name: string): Required<ListedTool> {
  return {
    name,
    title: tool.title,
    description: tool.operation.summary,
    inputSchema: toInputSchema(tool.operation),
    annotations: {
      readOnlyHint: tool.operation.access === 'read',
      destructiveHint: tool.effect === 'destroys',
      idempotentHint: tool.effect === 'reads' || tool.effect === 'shows',
      openWorldHint: false,
    },
  };
}

/** Models are refused whole requests over a combinator at the top, so a schema is plain properties. */
function toInputSchema({ input }: Operation): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema;
}
