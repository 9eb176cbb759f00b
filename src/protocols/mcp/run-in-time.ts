import { setTimeout as after } from 'node:timers/promises';
import type { Access } from '../../contract/callers.ts';
import { toVaultError, VaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import type { Outcome } from '../../operations/dispatch.ts';
import type { InputRequired } from './backend.ts';

type Ended = Outcome | InputRequired;

/**
 * Ends a call when its time is up or its client wants no answer. A change that is already being
 * written is finished and answered; one that is not will never be written.
 */
export async function runInTime(
  { ms, variable, access }: { ms: number; variable: string; access: Access },
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<Ended>,
): Promise<Ended> {
  if (outer.aborted) return failed(outer.reason);
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(tookTooLong(ms, variable)), ms);
  const end = () => bound.abort(outer.reason);
  outer.addEventListener('abort', end);
  const givenUp = new Promise<Outcome>((resolve) => {
    bound.signal.addEventListener('abort', async () => {
      if (access !== 'read') await after(mcpLimits.commitMs, undefined, { ref: false });
      resolve(failed(bound.signal.reason));
    });
  });
  try {
    return await Promise.race([run(bound.signal).catch(failed), givenUp]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', end);
  }
}

function failed(thrown: unknown): Outcome {
  return { ok: false, error: toVaultError(thrown) };
}

function tookTooLong(ms: number, variable: string): VaultError {
  return new VaultError('timed-out', `The call took longer than ${ms / 1000} s and was given up.`, {
    hint: `Try again, or raise ${variable}.`,
  });
}
