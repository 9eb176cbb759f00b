import type { CallToolResult } from '@modelcontextprotocol/server';
import { newId } from '../../kit/ids.ts';
import { toErrorResult, toResult, unknownTool } from './answer.ts';
import type { McpContext } from './context.ts';
import { type DescribedTool, describeTools } from './describe-tools.ts';
import { toWireError } from './errors.ts';
import { flatten } from './instructions.ts';
import { repairArguments } from './repair.ts';
import { refuseScope } from './scopes.ts';
import { refuseOwnArguments } from './strict.ts';
import { chooseTools } from './tools.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** When to give up, and what a token allows. */
export interface CallTerms {
  readonly signal: AbortSignal;
  readonly scopes?: readonly string[] | undefined;
}

/** The tools of one session. */
export interface Toolbox {
  readonly tools: readonly DescribedTool[];
  has(name: string): boolean;
  /** Whether a person is asked before this tool runs. */
  asksFirst(name: string): boolean;
  call(call: ToolCall, terms: CallTerms): Promise<CallToolResult>;
}

export function createToolbox(context: McpContext): Toolbox {
  const { session, options } = context;
  const { strict } = options;
  const readOnly = flatten(session.caller.policy).readOnly === true;
  const tools = describeTools(chooseTools({ ...options, readOnly }), options);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools,
    has: (name) => byName.has(name),
    asksFirst: (name) => options.confirmDelete && name === 'obsidian_delete_note',
    async call({ name, arguments: raw }, { signal: request, scopes }) {
      const tool = byName.get(name);
      if (tool === undefined) return unknownTool(name);
      const refusal =
        refuseScope(scopes, tool.scope) ?? (strict ? refuseOwnArguments(tool, raw) : undefined);
      if (refusal !== undefined) return toErrorResult(toWireError(refusal, newId()));
      const { signal, done } = boundSignal(context, request);
      try {
        const input = repairArguments(raw, tool.declared);
        return toResult(tool, await session.dispatch(tool.operation, input, signal), strict);
      } finally {
        done();
      }
    },
  };
}

/** Ends with the request, with the session, or when the time is up. */
export function boundSignal({ session, options }: McpContext, request: AbortSignal) {
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
