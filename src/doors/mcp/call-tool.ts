import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { newId } from '../../kit/ids.ts';
import { toErrorResult, toResult, unknownTool } from './answer.ts';
import { confirmDelete } from './confirm-delete.ts';
import type { McpContext } from './context.ts';
import type { DescribedTool } from './describe-tools.ts';
import { toWireError } from './errors.ts';
import { reportProgress } from './progress.ts';
import { repairArguments } from './repair.ts';
import { refuseScope } from './scopes.ts';
import { refuseOwnArguments } from './strict.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** One call of a tool, from repaired arguments to rendered result. */
export async function callTool(
  context: McpContext,
  server: Server,
  tools: readonly DescribedTool[],
  { name, arguments: raw }: ToolCall,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return unknownTool(name);
  const requestId = newId();
  const refusal =
    refuseScope(ctx.http?.authInfo?.scopes, tool.scope) ??
    (context.options.strict ? refuseOwnArguments(tool, raw) : undefined);
  if (refusal !== undefined) return toErrorResult(toWireError(refusal, requestId));
  const { signal, done } = boundSignal(context, ctx.mcpReq.signal);
  const stopProgress = reportProgress(ctx);
  try {
    const input = repairArguments(raw, tool.declared);
    if (context.options.confirmDelete && name === 'obsidian_delete_note') {
      return await confirmDelete({ context, server, tool, input, ctx, signal, requestId });
    }
    const outcome = await context.session.dispatch(tool.operation, input, signal);
    return toResult(tool, outcome, { requestId, strict: context.options.strict });
  } finally {
    stopProgress();
    done();
  }
}

/** Ends with the request, with the session, or when the time is up. */
function boundSignal({ session, options }: McpContext, request: AbortSignal) {
  const bound = new AbortController();
  const end = (event: Event) =>
    bound.abort(event.target instanceof AbortSignal ? event.target.reason : undefined);
  const timer = setTimeout(
    () => bound.abort(new DOMException('The call took too long.', 'TimeoutError')),
    options.callMs,
  );
  request.addEventListener('abort', end);
  session.signal.addEventListener('abort', end);
  return {
    signal: bound.signal,
    done() {
      clearTimeout(timer);
      request.removeEventListener('abort', end);
      session.signal.removeEventListener('abort', end);
    },
  };
}
