import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../kit/ids.ts';
import { agentDelete, agentExamineDelete } from '../../operations/agent/delete.ts';
import { toErrorResult, toResult } from './answer.ts';
import type { McpContext } from './context.ts';
import { toMcpWireError } from './errors.ts';
import { repairArguments } from './repair.ts';
import type { Toolbox, ToolCall } from './toolbox.ts';

export interface DeleteRequest {
  readonly context: McpContext;
  readonly server: Server;
  readonly toolbox: Toolbox;
  readonly call: ToolCall;
  readonly ctx: ServerContext;
  readonly signal: AbortSignal;
}

/** What somebody was asked about. Spent by the answer, whatever it is. */
interface Consent {
  readonly session: string;
  readonly path: string;
  readonly hash: string;
  readonly expires: number;
}

const consents = new Map<string, Consent>();

/** Deletes only what a person has agreed to, as it was when they were asked; else asks again. */
export async function confirmDelete(
  request: DeleteRequest,
): Promise<CallToolResult | InputRequiredResult> {
  const { context, server, toolbox, call, ctx, signal } = request;
  const fail = (error: VaultError) => toErrorResult(toMcpWireError(error, newId()));
  const loaded = await toolbox.tools.find(({ name }) => name === call.name)?.load();
  const input = repairArguments(call.arguments, loaded?.declared ?? { properties: {} });
  const examined = await context.session.dispatch(agentExamineDelete, pickTarget(input), signal);
  if (!examined.ok) return fail(examined.error);
  const { path, size, hash } = agentExamineDelete.output.parse(examined.output);
  if (!mayAsk(server, ctx)) return fail(cannotAsk(path));
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  const consent = spend(ctx.mcpReq.requestState<string>());
  if (answer.kind !== 'elicit') return ask(context, path, size, hash);
  if (answer.action !== 'accept' || answer.content?.confirm !== true) return fail(declined(path));
  const isStillMeant =
    consent?.session === context.session.id && consent.path === path && consent.hash === hash;
  if (!isStillMeant) return ask(context, path, size, hash);
  const deletion = { ...pickTarget(input), expectedHash: hash };
  const outcome = await context.session.dispatch(agentDelete, deletion, signal);
  if (!outcome.ok && outcome.error.code === 'changed-on-disk') {
    return ask(context, path, size, hash);
  }
  return toResult({ operation: agentDelete }, outcome, context.options.strict);
}

function ask(
  { session }: McpContext,
  path: string,
  size: number,
  hash: string,
): InputRequiredResult {
  const id = newId();
  const now = Date.now();
  for (const [key, { expires }] of consents) if (expires < now) consents.delete(key);
  consents.set(id, { session: session.id, path, hash, expires: now + limits.consentMs });
  return inputRequired({
    requestState: id,
    inputRequests: {
      confirm: inputRequired.elicit({
        message: `Delete "${path}" (${size} bytes)?`,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean' } },
          required: ['confirm'],
        },
      }),
    },
  });
}

function spend(id: string | undefined): Consent | undefined {
  const consent = id === undefined ? undefined : consents.get(id);
  if (id !== undefined) consents.delete(id);
  return consent !== undefined && consent.expires >= Date.now() ? consent : undefined;
}

/** What the client can do: per request in the newer protocol, per connection in the older. */
function mayAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const declared =
    envelope['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities();
  return (
    typeof declared === 'object' &&
    declared !== null &&
    'elicitation' in declared &&
    declared.elicitation !== undefined
  );
}

function pickTarget(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && 'target' in input
    ? { target: input.target }
    : {};
}

function declined(path: string): VaultError {
  return new VaultError('cancelled', `Deleting "${path}" was not confirmed.`, {
    path,
    hint: 'Nothing was deleted. Ask the user what they want instead.',
  });
}

function cannotAsk(path: string): VaultError {
  return new VaultError(
    'unsupported',
    'Deleting needs a confirmation, and this client cannot ask for one.',
    {
      path,
      reason: 'client-capability-missing',
      hint: 'Use a client with elicitation, or unset OBSIDIAN_DELETE_ELICITATION.',
    },
  );
}
