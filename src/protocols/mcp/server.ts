import { setMaxListeners } from 'node:events';
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { openBeside } from './bundle/beside.ts';
import { callTool } from './call-tool.ts';
import type { McpContext } from './context.ts';
import { serverIdentity } from './identity.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { followVault } from './subscriptions.ts';
import { createToolbox } from './toolbox.ts';

/** A protocol server for one client, on the view of its session. One that serves a single request follows nothing. */
export function createMcpServer(
  context: McpContext,
  { follows = true, toolbox = createToolbox(context) } = {},
): Server {
  const { session, options, version } = context;
  const { policy } = session.caller;
  // Every call under way listens for the end of its session.
  setMaxListeners(0, session.signal);
  const { info, ...serverOptions } = serverIdentity({ version, policy, options });
  const server = new Server(info, serverOptions);

  const beside = openBeside(
    context,
    toolbox.tools.map(({ name }) => name),
  );
  server.setRequestHandler('tools/list', async () => {
    const loaded = await Promise.all(toolbox.tools.map((tool) => tool.load()));
    return { tools: [...loaded.map(({ listed }) => listed), ...(beside?.tools ?? [])] };
  });
  server.setRequestHandler('tools/call', (request, ctx) =>
    beside?.has(request.params.name)
      ? beside.call(request.params, ctx.mcpReq.signal)
      : callTool(context, server, toolbox, request.params, ctx),
  );
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: listTemplates(),
  }));
  server.setRequestHandler('resources/read', ({ params }, ctx) =>
    readResource(context, params.uri, ctx.http?.authInfo?.scopes),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: [] }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    throw new ProtocolError(-32602, `There is no prompt ${params.name}.`);
  });
  if (follows) followVault(context, server);
  return server;
}
