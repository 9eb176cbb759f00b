import { bundleLimits } from '../../../contract/bundle-limits.ts';
import type { Log } from '../../../kit/log.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { McpRequest } from '../backend.ts';
import { toBundleWireError } from '../errors.ts';

/** One line for each call: what was asked and what became of it, but never the text of a note. */
export function logCall(log: Log, { id, params }: McpRequest, outcome: Outcome, ms: number): void {
  const facts = {
    tool: String(params.name),
    request: id,
    arguments: JSON.stringify(params.arguments ?? {}, withoutText),
    ms: Math.round(ms * 10) / 10,
  };
  const end = outcome.ok
    ? { outcome: 'ok' }
    : { outcome: 'failed', errorCode: toBundleWireError(outcome.error).data.errorCode };
  log.info('call', { ...facts, ...end });
}

/** Arguments that can hold what people wrote. */
const textArguments = new Set(['content', 'text', 'value', 'query']);

function withoutText(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return textArguments.has(key) ? typeof value : value;
  return textArguments.has(key) || value.length > bundleLimits.loggedLengthMax
    ? `(${value.length} characters)`
    : value;
}
