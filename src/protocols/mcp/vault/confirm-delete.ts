import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { mcpLimits } from '../../../contract/mcp-limits.ts';
import { newId } from '../../../kit/ids.ts';
import { oneLine } from '../../../kit/one-line.ts';
import { isRecord, toRecord } from '../../../kit/records.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { InputRequired, McpRequest } from '../backend.ts';
import type { ToolCall } from '../toolset.ts';

/** What a person was asked about. Used up by the answer, whatever it is. */
interface Consent {
  readonly path: string;
  readonly hash: string;
  readonly expires: number;
}

/**
 * Deletes only what a person has agreed to, as it was when they were asked; else asks again. A
 * client that cannot ask deletes at once, unless a person must agree.
 */
export function createDeleteConfirmation(
  mustAsk: boolean,
): (call: ToolCall) => Promise<Outcome | InputRequired> {
  const consents = new Map<string, Consent>();
  const ask = (path: string, size: number, hash: string): InputRequired => {
    const id = newId();
    const [oldest = ''] = consents.keys();
    if (consents.size >= mcpLimits.consentsMax) consents.delete(oldest);
    consents.set(id, { path, hash, expires: Date.now() + limits.consentMs });
    return toQuestion(id, oneLine`Delete "${path}" (${size} bytes)?`);
  };
  const takeConsent = (id: unknown): Consent | undefined => {
    const consent = typeof id === 'string' ? consents.get(id) : undefined;
    consents.delete(String(id));
    return consent !== undefined && consent.expires >= Date.now() ? consent : undefined;
  };
  return async ({ session, input, request, signal }) => {
    const { target, expectedHash } = toRecord(input);
    const { agentDelete, agentExamineDelete } = await import('../../../operations/agent/delete.ts');
    if (!mustAsk && !mayAsk(request)) return session.dispatch(agentDelete, input, signal);
    const examined = await session.dispatch(agentExamineDelete, { target }, signal);
    if (!examined.ok) return examined;
    const { path, size, hash } = agentExamineDelete.output.parse(examined.output);
    if (!mayAsk(request)) return { ok: false, error: cannotAsk(path) };
    const isKnownStale = expectedHash !== undefined && expectedHash !== hash;
    if (isKnownStale) return session.dispatch(agentDelete, input, signal);
    const { inputResponses, requestState } = request.params;
    const { action, content } = toRecord(toRecord(inputResponses).confirm);
    const consent = takeConsent(requestState);
    if (action === undefined) return ask(path, size, hash);
    if (action !== 'accept' || toRecord(content).confirm !== true) {
      return { ok: false, error: declined(path) };
    }
    if (consent?.path !== path || consent.hash !== hash) return ask(path, size, hash);
    const outcome = await session.dispatch(agentDelete, { target, expectedHash: hash }, signal);
    const isStale = !outcome.ok && outcome.error.code === 'changed-on-disk';
    return isStale ? ask(path, size, hash) : outcome;
  };
}

function toQuestion(requestState: string, message: string): InputRequired {
  const requestedSchema = {
    type: 'object',
    properties: { confirm: { type: 'boolean' } },
    required: ['confirm'],
  };
  const params = { mode: 'form', message, requestedSchema };
  return {
    resultType: 'input_required',
    requestState,
    inputRequests: { confirm: { method: 'elicitation/create', params } },
  };
}

/** A client that names no form of asking can show forms. */
function mayAsk({ capabilities: { elicitation } }: McpRequest): boolean {
  return isRecord(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation);
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
      hint: 'Nothing was deleted. Ask the user to delete the note, or move it to another folder.',
    },
  );
}
