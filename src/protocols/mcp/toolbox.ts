import type { CallToolResult } from '@modelcontextprotocol/server';
import type { TellProgress } from '../../contract/progress.ts';
import { newId } from '../../kit/ids.ts';
import { toErrorResult, toResult, unknownTool } from './answer.ts';
import type { McpContext } from './context.ts';
import { type DescribedTool, describeTools } from './describe-tools.ts';
import { toMcpWireError } from './errors.ts';
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
  readonly signal?: AbortSignal | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Told how far a change of many files is. */
  readonly progress?: TellProgress | undefined;
  /** Told how to end the call, by those who have no signal for it. */
  readonly began?: (end: () => void) => void;
}

/** A call under way. It ends with its request, with the session, or when the time is up. */
export interface Bound {
  readonly signal: AbortSignal;
  end(): void;
  /** The call is over. */
  done(): void;
}

/** The tools of one session. */
export interface Toolbox {
  readonly tools: readonly DescribedTool[];
  has(name: string): boolean;
  /** Whether a person is asked before this tool runs. */
  asksFirst(name: string): boolean;
  call(call: ToolCall, terms: CallTerms): Promise<CallToolResult>;
  bind(request?: AbortSignal): Bound;
}

export function createToolbox(context: McpContext): Toolbox {
  const { session, options } = context;
  const { strict } = options;
  const readOnly = flatten(session.caller.policy).readOnly === true;
  const tools = describeTools(chooseTools({ ...options, readOnly }), options);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const bind = createBinder(context);
  return {
    tools,
    bind,
    has: (name) => byName.has(name),
    asksFirst: (name) => options.confirmDelete && name === 'obsidian_delete_note',
    async call({ name, arguments: raw }, { signal: request, scopes, began, progress }) {
      const tool = byName.get(name);
      if (tool === undefined) return unknownTool(name);
      const refusal =
        refuseScope(scopes, tool.scope) ?? (strict ? refuseOwnArguments(tool, raw) : undefined);
      if (refusal !== undefined) return toErrorResult(toMcpWireError(refusal, newId()));
      const { signal, end, done } = bind(request);
      began?.(end);
      try {
        const loaded = await tool.load();
        const input = repairArguments(raw, loaded.declared);
        const outcome = await session.dispatch(loaded.operation, input, signal, progress);
        return toResult(loaded, outcome, strict);
      } finally {
        done();
      }
    },
  };
}

/** One listener for the session, not one for each of its calls: those are costly. */
function createBinder({ session, options }: McpContext): Toolbox['bind'] {
  const running = new Set<AbortController>();
  session.signal.addEventListener('abort', () => {
    for (const each of running) each.abort(session.signal.reason);
  });
  return (request) => {
    const bound = new AbortController();
    const end = () => bound.abort(request?.reason);
    const timer = setTimeout(
      () => bound.abort(new DOMException('The call took too long.', 'TimeoutError')),
      options.callMs,
    );
    running.add(bound);
    request?.addEventListener('abort', end);
    return {
      signal: bound.signal,
      end,
      done() {
        clearTimeout(timer);
        running.delete(bound);
        request?.removeEventListener('abort', end);
      },
    };
  };
}
