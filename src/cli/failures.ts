import { isVaultError } from '../contract/errors.ts';
import { isRpcError, StartError } from '../protocols/local/client/errors.ts';
import { UsageError } from './arguments.ts';
import type { Output } from './output.ts';

interface Failure {
  readonly exitCode: number;
  readonly message: string;
  readonly hint: string | undefined;
  /** What a program can look at. */
  readonly code: number | string;
  readonly data?: unknown;
}

/** What helps at a shell, where the engine's own advice is for programs. */
const hints: ReadonlyMap<unknown, string> = new Map([
  [
    'section_target_missing',
    'vaultd outline NOTE shows what there is; --create makes what is missing.',
  ],
]);

/** Says what went wrong on the error stream and returns the exit status. */
export function reportFailure(out: Output, thrown: unknown): number {
  const failure = toFailure(thrown);
  if (failure === undefined) throw thrown;
  const { exitCode, message, hint, code, data } = failure;
  if (out.isJson) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, hint, data } })}\n`);
    return exitCode;
  }
  process.stderr.write(`${out.style.red('vaultd:')} ${message}\n`);
  if (hint !== undefined && !out.isQuiet) process.stderr.write(`${out.style.dim(hint)}\n`);
  return exitCode;
}

/** Undefined for what nobody expected: a bug shows its stack. */
function toFailure(thrown: unknown): Failure | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { message } = thrown;
  if (thrown instanceof UsageError) {
    return { exitCode: 2, message, hint: thrown.hint, code: 'usage' };
  }
  if (thrown instanceof StartError) {
    return { exitCode: thrown.exitCode, message, hint: undefined, code: 'start' };
  }
  if (isVaultError(thrown)) {
    const { hint, data } = thrown.about;
    return { exitCode: 1, message, hint, code: thrown.code, data };
  }
  if (isRpcError(thrown)) {
    const { code, data } = thrown;
    const hint = typeof data?.hint === 'string' ? data.hint : toMatches(data?.matches);
    return { exitCode: 1, message, hint: hints.get(data?.reason) ?? hint, code, data };
  }
  const expected = ['DaemonNotRunningError', 'TimeoutError', 'ConnectionClosedError', 'AbortError'];
  if (!expected.includes(thrown.name)) return undefined;
  return { exitCode: 1, message, hint: undefined, code: thrown.name };
}

/** Several notes have the name; the user can copy the one that was meant. */
function toMatches(matches: unknown): string | undefined {
  return Array.isArray(matches) ? matches.map((path) => `  ${path}`).join('\n') : undefined;
}
