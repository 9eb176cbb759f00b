import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpContext } from './context.ts';
import type { LineTransport } from './line-transport.ts';
import { createMcpServer } from './server.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Serves what the protocol library serves: everything but plain calls of tools. This file is loaded
 * late, since the library takes longer to load than a search takes to be answered.
 */
export function serveLines(
  context: McpContext,
  toolbox: Toolbox,
  transport: LineTransport,
): { close(): Promise<void> } {
  const { log } = context;
  transport.checkWith(parseJSONRPCMessage);
  return serveStdio(() => createMcpServer(context, { toolbox }), {
    transport,
    onerror: (error) => log.debug('mcp', { error: error.message }),
  });
}
