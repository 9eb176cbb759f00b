import { isVaultError } from '../contract/errors.ts';
import { isRpcError, rpcCodes, type StartError } from '../protocols/local/client/errors.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage-error.ts';

interface Failure {
  readonly exitCode: number;
  readonly hint?: string | undefined;
  /** For programs. */
  readonly code: number | string;
  readonly data?: unknown;
}

/** What helps at a shell, where the engine's own advice is for programs. */
const hints: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [
    'section_target_missing',
    'vaultd outline NOTE shows what there is; --create adds a missing section.',
  ],
  ['section_missing', 'vaultd outline NOTE shows what there is.'],
  [rpcCodes.methodNotFound, 'vaultd call GetCapabilities lists the methods.'],
]);

/** Prints what went wrong on the error stream and returns the exit status. */
export function reportFailure(out: Output, thrown: unknown): number {
  const failure = thrown instanceof Error ? toFailure(thrown) : undefined;
  if (!(thrown instanceof Error) || failure === undefined) throw thrown;
  const { exitCode, hint, code, data } = failure;
  // The name of an operation means nothing at a shell.
  const message = thrown.message.replace(/^[a-z]\w*\.\w+: (?=\w+: )/, '');
  if (out.isJson) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, hint, data } })}\n`);
    return exitCode;
  }
  process.stderr.write(`${out.style.red('vaultd:')} ${message}\n`);
  if (hint !== undefined && !out.isQuiet) process.stderr.write(`${out.style.dim(hint)}\n`);
  return exitCode;
}

/** Undefined for an error that is not expected: a bug shows its stack. */
function toFailure(thrown: Error): Failure | undefined {
  if (thrown instanceof UsageError) return { exitCode: 2, hint: thrown.hint, code: 'usage' };
  if (thrown instanceof CommandError) return { exitCode: 1, hint: thrown.hint, code: 'failed' };
  if (isStartError(thrown)) {
    return { exitCode: thrown.exitCode, hint: thrown.hint, code: 'start' };
  }
  if (isVaultError(thrown)) {
    const { hint, data } = thrown.about;
    return { exitCode: 1, hint, code: thrown.code, data };
  }
  if (isRpcError(thrown)) {
    const { code, data } = thrown;
    const hint = typeof data?.hint === 'string' ? data.hint : undefined;
    return { exitCode: 1, hint: hints.get(data?.reason) ?? hints.get(code) ?? hint, code, data };
  }
  const expected = ['DaemonNotRunningError', 'TimeoutError', 'ConnectionClosedError', 'AbortError'];
  return expected.includes(thrown.name) ? { exitCode: 1, code: thrown.name } : undefined;
}

/** The daemon is another bundle with a copy of the class, so identity is by name. */
function isStartError(thrown: Error): thrown is StartError {
  return thrown.name === 'StartError';
}
