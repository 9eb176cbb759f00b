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
  /** Details, such as the changes that block an undo. */
  readonly data: ErrorData;

  constructor(
    code: ErrorCode | 'unreachable',
    message: string,
    hint?: string,
    data: ErrorData = {},
  ) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.data = data;
  }
}

type ErrorData = Readonly<Record<string, unknown>>;

type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: { code: ErrorCode; message: string; hint?: string; data?: ErrorData };
    };

/** Calls an operation. Fails with a CallError, or as any fetch does when it is aborted. */
export async function call<Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
  given?: AbortSignal,
): Promise<Output<Name>> {
  const vault = currentVault.value;
  const response = await send('/api/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-vaultd': '1', 'x-vaultd-page': pageId },
    body: JSON.stringify({ operation, input, ...(vault && { vault }) }),
    ...(given && { signal: given }),
  });
  return readReply(response);
}

async function readReply<T>(response: Response): Promise<T> {
  if (response.status === 401) isLockedOut.value = true;
  const reply: Reply<T> = await response.json();
  if (reply.ok) return reply.value;
  const { code, message, hint, data } = reply.error;
  throw new CallError(code, message, hint, data);
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (thrown) {
    if (request.signal?.aborted) throw thrown;
    throw new CallError('unreachable', 'The daemon does not answer.', 'Is vaultd still running?');
  }
}

/** Puts a new file into the vault. Fails with a CallError. */
export async function uploadFile(path: string, file: Blob): Promise<void> {
  const response = await send(fileUrl(path), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'x-vaultd': '1' },
    body: file,
  });
  await readReply<{ path: string }>(response);
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
