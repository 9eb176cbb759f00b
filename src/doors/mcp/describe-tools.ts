import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { McpOptions } from './options.ts';
import { type Declared, toDeclared } from './repair.ts';
import { toSchemas, withoutOwnWords } from './schemas.ts';
import type { Tool } from './tools.ts';

export interface DescribedTool extends Tool {
  /** As clients see it. */
  readonly listed: ListedTool;
  readonly declared: Declared;
}

/** The tools with the descriptions and schemas that clients get. */
export function describeTools(
  tools: readonly Tool[],
  options: Pick<McpOptions, 'strict' | 'confirmDelete'>,
): DescribedTool[] {
  return tools.map((tool) => {
    const { input, output } = toSchemas(tool, options.strict);
    return {
      ...tool,
      declared: toDeclared(input),
      listed: {
        name: tool.name,
        title: toTitle(tool.name),
        description: describe(tool, options),
        inputSchema: { ...input, type: 'object' },
        outputSchema: { ...output, type: 'object' },
        annotations: tool.annotations,
        execution: { taskSupport: 'forbidden' },
      },
    };
  });
}

function toTitle(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function describe(
  { name, operation }: Tool,
  { confirmDelete, strict }: Pick<McpOptions, 'confirmDelete' | 'strict'>,
): string {
  if (name !== 'obsidian_delete_note') {
    return strict ? withoutOwnWords(operation.summary) : operation.summary;
  }
  const mode = confirmDelete
    ? 'A person is asked to confirm first.'
    : 'It does not ask for confirmation.';
  return `${operation.summary} ${mode}`;
}
