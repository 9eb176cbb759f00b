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
    // Schemas are costly to write out, and the first call needs those of one tool only.
    const schemas = once(() => toSchemas(tool, options.strict));
    const declared = once(() => toDeclared(schemas().input));
    const listed = once(() => list(tool, schemas(), options));
    return {
      ...tool,
      get declared() {
        return declared();
      },
      get listed() {
        return listed();
      },
    };
  });
}

function list(
  tool: Tool,
  { input, output }: ReturnType<typeof toSchemas>,
  options: Pick<McpOptions, 'strict' | 'confirmDelete'>,
): ListedTool {
  return {
    name: tool.name,
    title: toTitle(tool.name),
    description: describe(tool, options),
    inputSchema: { ...input, type: 'object' },
    outputSchema: { ...output, type: 'object' },
    annotations: tool.annotations,
    execution: { taskSupport: 'forbidden' },
  };
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
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
