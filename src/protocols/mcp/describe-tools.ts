import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Operation } from '../../operations/operation.ts';
import type { McpOptions } from './options.ts';
import { type Declared, toDeclared } from './repair.ts';
import { toInputSchema, toOutputSchema, withoutOwnWords } from './schemas.ts';
import type { Tool } from './tools.ts';

export interface DescribedTool extends Tool {
  load(): Promise<LoadedTool>;
}

/** A tool with what it does. */
export interface LoadedTool {
  readonly operation: Operation;
  readonly declared: Declared;
  /** As clients see it. */
  readonly listed: ListedTool;
}

type Options = Pick<McpOptions, 'strict' | 'confirmDelete'>;

/** The tools with the descriptions and schemas that clients get. */
export function describeTools(tools: readonly Tool[], options: Options): DescribedTool[] {
  return tools.map((tool) => ({
    ...tool,
    load: once(async () => loadTool(tool, await tool.loadOperation(), options)),
  }));
}

function loadTool(tool: Tool, operation: Operation, options: Options): LoadedTool {
  // Schemas are costly to write out, and the first call needs those of one tool only.
  const input = once(() => toInputSchema(operation, options.strict));
  const declared = once(() => toDeclared(input()));
  const listed = once(() => ({
    name: tool.name,
    title: toTitle(tool.name),
    description: describe(tool, operation, options),
    inputSchema: { ...input(), type: 'object' as const },
    outputSchema: { ...toOutputSchema(operation, options.strict), type: 'object' as const },
    annotations: tool.annotations,
    execution: { taskSupport: 'forbidden' as const },
  }));
  return {
    operation,
    get declared() {
      return declared();
    },
    get listed() {
      return listed();
    },
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
  { name }: Tool,
  { summary }: Operation,
  { confirmDelete, strict }: Options,
): string {
  if (name !== 'obsidian_delete_note') return strict ? withoutOwnWords(summary) : summary;
  const mode = confirmDelete
    ? 'A person is asked to confirm first.'
    : 'It does not ask for confirmation.';
  return `${summary} ${mode}`;
}
