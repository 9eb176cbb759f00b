import { VaultError } from '../../contract/errors.ts';
import type { Outcome } from '../../operations/dispatch.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Session } from '../../operations/sessions.ts';
import {
  type InputRequired,
  isInputRequired,
  type McpRequest,
  type ToolResult,
} from './backend.ts';
import { noProgress, reportProgress } from './progress.ts';
import { runInTime } from './run-in-time.ts';
import type { DescribedOperation } from './schemas.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly operation: DescribedOperation;
  load(): Promise<Operation>;
  /** Hints for clients. One that is not known is left out. */
  readonly annotations: Readonly<Record<string, boolean>>;
  /** What a bearer token must allow. */
  readonly scope: string;
  /** Other names that are accepted and not listed. */
  readonly also?: readonly string[];
  /** Runs the operation, where there is more to it than that. */
  readonly run?: (call: ToolCall) => Promise<Outcome | InputRequired>;
}

export interface ToolCall {
  readonly session: Session;
  readonly input: unknown;
  readonly request: McpRequest;
  readonly signal: AbortSignal;
}

/** A tool as clients see it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly annotations?: Tool['annotations'];
  readonly execution?: Readonly<Record<string, string>>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments for an operation, and what the client should know about them. */
export interface Prepared {
  readonly input: unknown;
  readonly notice?: string | undefined;
}

export interface ResultContext {
  readonly revision: string;
  readonly notice: string | undefined;
}

/** What sets of tools do not have in common. */
export interface ToolsetRules<T extends Tool> {
  readonly tools: readonly T[];
  /** A tool that is of no use now is not listed, but answers. All are listed when absent. */
  isListed?(tool: T): boolean;
  describe(tool: T): ListedTool;
  /** Older or newer revisions have less to say about a tool. */
  toRevision(listed: ListedTool, revision: string): ListedTool;
  /** What an unknown name is answered with. */
  unknown(name: string): ToolResult | Promise<ToolResult>;
  /** Whose vault a call is for. */
  open(tool: T, args: Arguments): Promise<Session>;
  /** The arguments as the operation wants them. Throws what is wrong with them. */
  toInput(tool: T, args: Arguments): Prepared;
  /** How long a call may take, and the variable that says so. */
  callMs(tool: T): number;
  readonly callMsVariable: string;
  readonly reportsProgress: boolean;
  /** Throws `McpError` where a failure is no result. */
  toResult(operation: Operation, outcome: Outcome, about: ResultContext): ToolResult;
  log?(request: McpRequest, outcome: Outcome, ms: number): void;
}

/** Tools under one set of rules, and the one way in which they are called. */
export class Toolset<T extends Tool = Tool> {
  readonly #rules: ToolsetRules<T>;
  readonly #byName: ReadonlyMap<string, T>;
  readonly #described = new Map<T, ListedTool>();

  constructor(rules: ToolsetRules<T>) {
    this.#rules = rules;
    this.#byName = new Map(
      rules.tools.flatMap((tool) => [tool.name, ...(tool.also ?? [])].map((name) => [name, tool])),
    );
  }

  get names(): string[] {
    return this.#rules.tools.map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  list(revision: string): ListedTool[] {
    const { tools, isListed = () => true, toRevision } = this.#rules;
    return tools.filter(isListed).map((tool) => toRevision(this.#describe(tool), revision));
  }

  #describe(tool: T): ListedTool {
    const known = this.#described.get(tool) ?? this.#rules.describe(tool);
    this.#described.set(tool, known);
    return known;
  }

  async call(
    name: string,
    args: Arguments,
    request: McpRequest,
  ): Promise<ToolResult | InputRequired> {
    const { unknown, log, toResult } = this.#rules;
    const tool = this.#byName.get(name);
    if (tool === undefined) return unknown(name);
    const startMs = performance.now();
    let notice: string | undefined;
    const prepare = () => {
      const prepared = this.#rules.toInput(tool, args);
      notice = prepared.notice;
      return prepared.input;
    };
    const outcome = await this.#run(tool, args, request, prepare);
    if (isInputRequired(outcome)) return outcome;
    log?.(request, outcome, performance.now() - startMs);
    return toResult(await tool.load(), outcome, { revision: request.revision, notice });
  }

  async #run(
    tool: T,
    args: Arguments,
    request: McpRequest,
    prepare: () => unknown,
  ): Promise<Outcome | InputRequired> {
    const { reportsProgress, callMs, callMsVariable, open } = this.#rules;
    const progress = reportsProgress ? reportProgress(request) : noProgress;
    const limit = { ms: callMs(tool), variable: callMsVariable, access: tool.operation.access };
    const run = async (signal: AbortSignal) => {
      const session = await open(tool, args);
      const refusal = refuseScope(request.scopes, tool.scope);
      if (refusal !== undefined) {
        session.reportDenied(tool.operation.name, refusal);
        return { ok: false, error: refusal } as const;
      }
      const input = prepare();
      return tool.run === undefined
        ? session.dispatch(await tool.load(), input, signal, progress.report)
        : tool.run({ session, input, request, signal });
    };
    return runInTime(limit, request.signal, run).finally(progress.stop);
  }
}

/** Over HTTP a token may be for some tools and resources only. Without a token there are no scopes. */
export function refuseScope(
  scopes: readonly string[] | undefined,
  needed: string,
): VaultError | undefined {
  if (scopes === undefined || scopes.includes(needed) || scopes.includes('*')) return undefined;
  return new VaultError('forbidden', 'The token does not allow this.', {
    reason: 'scope-missing',
    hint: `It allows: ${scopes.join(', ') || 'nothing'}.`,
  });
}
