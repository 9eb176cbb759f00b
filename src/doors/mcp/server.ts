import { Server } from '@modelcontextprotocol/server';
import { callTool } from './call-tool.ts';
import type { McpContext } from './context.ts';
import { describeTools } from './describe-tools.ts';
import { serverIdentity } from './identity.ts';
import { flatten } from './instructions.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { followVault } from './subscriptions.ts';
import { chooseTools } from './tools.ts';

/** A protocol server for one client, on the view of its session. */
export function createMcpServer(context: McpContext): Server {
  const { session, options, version } = context;
  const { policy } = session.caller;
  const readOnly = flatten(policy).readOnly === true;
  const tools = describeTools(chooseTools({ ...options, readOnly }), options);
  const { info, ...serverOptions } = serverIdentity({ version, policy, options });
  const server = new Server(info, serverOptions);

  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', (request, ctx) =>
    callTool(context, server, tools, request.params, ctx),
  );
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: listTemplates(),
  }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(context, params.uri));
  server.setRequestHandler('prompts/list', () => ({ prompts: [] }));
  followVault(context, server);
  return server;
}
