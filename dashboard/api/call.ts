import { signal } from '@preact/signals';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { Input, OperationName, Output } from './operations.ts';
import { pageId } from './page-id.ts';

/** The name of the vault that the page shows. */
export const currentVault = signal<string | undefined>(undefined);

/** The browser is not logged in: nothing works until a new link is opened. */
export const isLockedOut = signal(false);

/** A call that failed, with the daemon's message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode | 'unreachable';
  readonly hint: string | undefined;

  constructor(code: ErrorCode | 'unreachable', message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

type Reply<Name extends OperationName> =
  | { readonly ok: true; readonly value: Output<Name> }
  | { readonly ok: false; readonly error: { code: ErrorCode; message: string; hint?: string } };

/** Calls an operation. Fails with a CallError, or as any fetch does when it is aborted. */
export async function call<Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
  given?: AbortSignal,
): Promise<Output<Name>> {
  const vault = currentVault.value;
  const response = await post({ operation, input, ...(vault && { vault }) }, given);
  if (response.status === 401) isLockedOut.value = true;
  const reply: Reply<Name> = await response.json();
  if (reply.ok) return reply.value;
  throw new CallError(reply.error.code, reply.error.message, reply.error.hint);
}

async function post(body: unknown, given?: AbortSignal): Promise<Response> {
  try {
    return await fetch('/api/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vaultd': '1', 'x-vaultd-page': pageId },
      body: JSON.stringify(body),
      ...(given && { signal: given }),
    });
  } catch (thrown) {
    if (given?.aborted) throw thrown;
    throw new CallError('unreachable', 'The daemon does not answer.', 'Is vaultd still running?');
  }
}

/** What went wrong, as a message. */
export function sayError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown instanceof CallError && thrown.hint
    ? `${thrown.message} ${thrown.hint}`
    : thrown.message;
}

/** Where the bytes of a file of the vault are. */
export function fileUrl(path: string): string {
  const vault = currentVault.value;
  const at = path.split('/').map(encodeURIComponent).join('/');
  return `/files/${at}${vault ? `?vault=${encodeURIComponent(vault)}` : ''}`;
}
