import { VaultError } from '../../../contract/errors.ts';
import type { Session } from '../../../operations/sessions.ts';
import type { ToolResult } from '../backend.ts';
import { modernRevision } from '../contract.ts';
import type { McpOptions } from '../options.ts';
import {
  isOwnField,
  ownModes,
  toInputSchema,
  toLightSchemas,
  toStrictSchemas,
  withoutOwnWords,
} from '../schemas.ts';
import { type ListedTool, type Prepared, Toolset } from '../toolset.ts';
import { createDeleteConfirmation } from './confirm-delete.ts';
import { flatten } from './instructions.ts';
import { loosenArguments } from './loosen.ts';
import { type DeclaredKinds, repairArguments, toDeclaredKinds } from './repair.ts';
import { styleFor, toVaultResult } from './results.ts';
import { type AgentTool, chooseTools } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Asks a person first, where that is wanted. */
const deleteTool = 'obsidian_delete_note';
/** Listed only where changes wait for a person. */
const approvalsTool = 'obsidian_approvals';

/** The tools of the REST-based server and our own, on one vault. */
export function createVaultToolset(session: Session, options: McpOptions): Toolset<AgentTool> {
  const { strict, confirmDelete } = options;
  const readOnly = flatten(session.caller.policy).readOnly === true;
  // What this session could have if nothing was disabled.
  const enabled = chooseTools({ strict, readOnly: false, commands: true });
  const run = createDeleteConfirmation(confirmDelete === 'always');
  const tools = chooseTools({ ...options, readOnly }).map((tool) =>
    confirmDelete !== 'never' && tool.name === deleteTool ? { ...tool, run } : tool,
  );
  const kinds = new Map<AgentTool, DeclaredKinds>();
  const kindsOf = (tool: AgentTool): DeclaredKinds => {
    // Most calls are of few tools.
    const known = kinds.get(tool) ?? toDeclaredKinds(toInputSchema(tool.name));
    kinds.set(tool, known);
    return known;
  };
  const style = () => styleFor(options, session.caller.client);
  return new Toolset({
    tools,
    isListed: ({ name }) =>
      name !== approvalsTool || flatten(session.caller.policy).approve !== undefined,
    describe: (tool) => describeVaultTool(tool, options),
    toRevision: (listed, revision) =>
      toRevision(style() === 'text' ? withoutOutput(listed) : listed, revision),
    unknown: (name) => {
      const disabled = enabled.find((tool) => tool.name === name);
      if (disabled !== undefined) {
        session.reportDenied(disabled.operation.name, toolDisabled(name));
      }
      return unknownTool(name);
    },
    open: async () => session,
    toInput: (tool, args) =>
      strict ? toStrictInput(tool, args, kindsOf(tool)) : loosenArguments(args, kindsOf(tool)),
    callMs: () => options.callMs,
    callMsVariable: 'OBSIDIAN_REQUEST_TIMEOUT_MS',
    reportsProgress: true,
    toResult: (operation, outcome, { notice }) =>
      toVaultResult(operation, outcome, { style: style(), strict, notice }),
  });
}

type Described = Pick<McpOptions, 'strict' | 'confirmDelete'>;

export function describeVaultTool(
  tool: AgentTool,
  { strict, confirmDelete }: Described,
): ListedTool {
  const { name, title, operation, annotations } = tool;
  const summary = strict ? withoutOwnWords(operation.summary) : operation.summary;
  const description = name === deleteTool ? `${summary} ${confirmations[confirmDelete]}` : summary;
  const { input, output } = strict ? toStrictSchemas(name) : toLightSchemas(name);
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...input },
    outputSchema: { type: 'object', ...output },
    annotations,
    ...(strict && { execution: { taskSupport: 'forbidden' } }),
  };
}

const confirmations: Record<McpOptions['confirmDelete'], string> = {
  always: 'A person is asked to confirm first.',
  'if-possible': 'A person is asked to confirm first, where the client can ask.',
  never: 'It does not ask for confirmation.',
};

/** The modern revision knows no tasks. */
function toRevision(listed: ListedTool, revision: string): ListedTool {
  if (revision !== modernRevision) return listed;
  const { execution, ...rest } = listed;
  return rest;
}

/** Who gets no data needs no schema of it, and must not wait for any. */
function withoutOutput({ outputSchema, ...rest }: ListedTool): ListedTool {
  return rest;
}

function unknownTool(name: string): ToolResult {
  const text = `MCP error -32602: Tool ${name} not found`;
  return { content: [{ type: 'text', text }], isError: true };
}

/** For the history of activity. The client is answered as if there was no such tool. */
function toolDisabled(name: string): VaultError {
  return new VaultError('forbidden', `The tool ${name} is disabled for this client.`);
}

/** In strict compatibility, what is ours alone is as unknown as anything else. */
function toStrictInput({ name }: AgentTool, args: Arguments, kinds: DeclaredKinds): Prepared {
  const own = Object.keys(args).find(isOwnField);
  if (own !== undefined) throw unknownArgument(own, `Unrecognized key: "${own}"`);
  if (name === 'obsidian_search_notes') {
    const { mode } = args;
    const expected = 'expected one of "text"|"jsonlogic"|"dataview"';
    if (mode === undefined || ownModes.includes(String(mode))) {
      throw unknownArgument('mode', `Invalid option: ${expected}`);
    }
  }
  return { input: repairArguments(args, kinds) };
}

function unknownArgument(parameter: string, what: string): VaultError {
  return new VaultError('invalid-input', `arguments: ${parameter}: ${what}`, {
    data: { parameter },
  });
}
