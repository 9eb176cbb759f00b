import { VaultError } from '../../../contract/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { toRecord } from '../../../kit/records.ts';
import { agentDelete } from '../../../operations/agent/delete.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { Session } from '../../../operations/sessions.ts';
import type { ToolResult } from '../backend.ts';
import { modernRevision } from '../contract.ts';
import { sayError, toMcpWireError } from '../errors.ts';
import type { McpOptions } from '../options.ts';
import {
  isOwnField,
  ownModes,
  toInputSchema,
  toOutputSchema,
  withoutOwnFields,
  withoutOwnWords,
} from '../schemas.ts';
import { type ListedTool, Toolset } from '../toolset.ts';
import { createDeleteConfirmation } from './confirm-delete.ts';
import { flatten } from './instructions.ts';
import { type DeclaredKinds, repairArguments, toDeclaredKinds } from './repair.ts';
import { type AgentTool, chooseTools } from './tools.ts';

/** The tools of the REST-based server and our own, on one vault. */
export function createVaultToolset(session: Session, options: McpOptions): Toolset<AgentTool> {
  const { strict, confirmDelete } = options;
  const readOnly = flatten(session.caller.policy).readOnly === true;
  const run = createDeleteConfirmation();
  const tools = chooseTools({ ...options, readOnly }).map((tool) =>
    confirmDelete && tool.operation === agentDelete ? { ...tool, run } : tool,
  );
  const kinds = new Map<AgentTool, DeclaredKinds>();
  return new Toolset({
    tools,
    describe: (tool) => describeVaultTool(tool, options),
    toRevision,
    unknown: unknownTool,
    open: async () => session,
    toInput(tool, args) {
      if (strict) refuseOwnArguments(tool, args);
      // Schemas are costly to write out, and most calls are of few tools.
      const known = kinds.get(tool) ?? toDeclaredKinds(toInputSchema(tool.operation, strict));
      kinds.set(tool, known);
      return repairArguments(args, known);
    },
    callMs: () => options.callMs,
    callMsVariable: 'OBSIDIAN_REQUEST_TIMEOUT_MS',
    reportsProgress: true,
    toResult: (tool, outcome) => toVaultResult(tool, outcome, strict),
  });
}

type Described = Pick<McpOptions, 'strict' | 'confirmDelete'>;

export function describeVaultTool(
  tool: AgentTool,
  { strict, confirmDelete }: Described,
): ListedTool {
  const { name, title, operation, annotations } = tool;
  const summary = strict ? withoutOwnWords(operation.summary) : operation.summary;
  const mode = confirmDelete
    ? ' A person is asked to confirm first.'
    : ' It does not ask for confirmation.';
  return {
    name,
    title,
    description: operation === agentDelete ? summary + mode : summary,
    inputSchema: { ...toInputSchema(operation, strict), type: 'object' },
    outputSchema: { ...toOutputSchema(operation, strict), type: 'object' },
    annotations,
    execution: { taskSupport: 'forbidden' },
  };
}

/** The modern revision knows no tasks. */
function toRevision(listed: ListedTool, revision: string): ListedTool {
  if (revision !== modernRevision) return listed;
  const { execution, ...rest } = listed;
  return rest;
}

function unknownTool(name: string): ToolResult {
  const text = `MCP error -32602: Tool ${name} not found`;
  return { content: [{ type: 'text', text }], isError: true };
}

/** In strict compatibility, what is ours alone is as unknown as anything else. */
function refuseOwnArguments({ name }: AgentTool, args: Readonly<Record<string, unknown>>): void {
  const own = Object.keys(args).find(isOwnField);
  if (own !== undefined) throw unknownArgument(own, `Unrecognized key: "${own}"`);
  if (name === 'obsidian_search_notes' && ownModes.includes(String(args.mode))) {
    throw unknownArgument('mode', 'Invalid option: expected one of "text"|"jsonlogic"');
  }
}

function unknownArgument(parameter: string, what: string): VaultError {
  return new VaultError('invalid-input', `arguments: ${parameter}: ${what}`, {
    data: { parameter },
  });
}

/** What a tool did, as a client gets it: data, and the same in words. */
function toVaultResult({ operation }: AgentTool, outcome: Outcome, strict: boolean): ToolResult {
  if (!outcome.ok) {
    const error = toMcpWireError(outcome.error, newId());
    const content = [{ type: 'text' as const, text: sayError(error) }];
    return { content, structuredContent: { error }, isError: true };
  }
  const output = strict ? dropOwnFields(outcome.output) : outcome.output;
  const text = operation.say?.(output) ?? JSON.stringify(output, null, 2);
  const more = sayEnrichment(output);
  return {
    content: [
      { type: 'text', text },
      ...(more === '' ? [] : [{ type: 'text' as const, text: more }]),
    ],
    structuredContent: toRecord(output),
  };
}

/** Fields that go beyond the result itself also have a block of text of their own. */
function sayEnrichment(output: unknown): string {
  const { effectiveQuery, notice } = toRecord(output);
  const lines = [
    ...(effectiveQuery === undefined ? [] : [`Query: ${effectiveQuery}`]),
    ...(notice === undefined ? [] : [`> ${notice}`]),
  ];
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function dropOwnFields(output: unknown): unknown {
  const { result, ...rest } = toRecord(withoutOwnFields(output));
  return result === undefined ? rest : { ...rest, result: withoutOwnFields(result) };
}
