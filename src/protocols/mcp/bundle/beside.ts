import { type CallToolResult, ProtocolError, type Tool } from '@modelcontextprotocol/server';
import type { McpContext } from '../context.ts';
import type { ToolCall as VaultToolCall } from '../toolbox.ts';
import { revisions } from './connection.ts';
import { createBundleToolbox } from './toolbox.ts';

/** The bundle beside the other tool set, under names of its own and with failures of its own. */
export interface BundleBeside {
  readonly tools: readonly Tool[];
  has(name: string): boolean;
  call(call: VaultToolCall, signal: AbortSignal): Promise<CallToolResult>;
}

/** Undefined where only the other set is served. Fails when a name would stand twice. */
export function openBeside(
  { session, vault, options, log }: McpContext,
  others: readonly string[],
): BundleBeside | undefined {
  if (options.bundle === undefined) return undefined;
  const slot = { name: vault.name, open: async () => ({ id: vault.id, session }) };
  const toolbox = createBundleToolbox({
    vaults: [slot],
    options: options.bundle,
    log,
    isBeside: true,
  });
  const [revision] = revisions;
  const tools = toolbox.list(revision);
  const names = new Set([...others, ...tools.map(({ name }) => name)]);
  if (names.size < others.length + tools.length) throw new TypeError('A tool stands twice.');
  return {
    tools: tools.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, type: 'object' } })),
    has: (name) => tools.some((tool) => tool.name === name),
    async call({ name, arguments: args = {} }, signal) {
      const { client } = session.caller;
      const reply = await toolbox.call({ id: '', name, arguments: args, revision, client, signal });
      if ('error' in reply) {
        const { code, message, data } = reply.error;
        throw new ProtocolError(code, message, data);
      }
      return { ...reply.result };
    },
  };
}
