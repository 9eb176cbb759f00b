import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { newId } from '../../kit/ids.ts';
import { toErrorResult } from './answer.ts';
import { confirmDelete } from './confirm-delete.ts';
import type { McpContext } from './context.ts';
import { toMcpWireError } from './errors.ts';
import { reportProgress } from './progress.ts';
import { refuseScope } from './scopes.ts';
import type { Toolbox, ToolCall } from './toolbox.ts';

/** One call of a tool as the library hands it over: with progress, and with questions to the user. */
export async function callTool(
  context: McpContext,
  server: Server,
  toolbox: Toolbox,
  call: ToolCall,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { tell, stop } = reportProgress(ctx);
  try {
    return toolbox.asksFirst(call.name)
      ? await callAfterQuestion(context, server, toolbox, call, ctx)
      : await toolbox.call(call, {
          signal: ctx.mcpReq.signal,
          scopes: ctx.http?.authInfo?.scopes,
          progress: tell,
        });
  } finally {
    stop();
  }
}

async function callAfterQuestion(
  context: McpContext,
  server: Server,
  toolbox: Toolbox,
  call: ToolCall,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const scope = toolbox.tools.find(({ name }) => name === call.name)?.scope ?? '';
  const refusal = refuseScope(ctx.http?.authInfo?.scopes, scope);
  if (refusal !== undefined) return toErrorResult(toMcpWireError(refusal, newId()));
  const { signal, done } = toolbox.bind(ctx.mcpReq.signal);
  try {
    return await confirmDelete({ context, server, toolbox, call, ctx, signal });
  } finally {
    done();
  }
}
