import type { ErrorCode, VaultError } from '../../contract/errors.ts';
import { ideLimits } from '../../contract/limits.ts';

/** The numbers of JSON-RPC, and ours for what could not be done. */
export const ideRpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  failed: -32000,
  resourceNotFound: -32002,
} as const;

/** Answered as a JSON-RPC error. */
export class IdeRpcError extends Error {
  override readonly name = 'IdeRpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const ideCodes: Record<ErrorCode, number> = {
  'already-exists': ideRpcCodes.failed,
  cancelled: ideRpcCodes.failed,
  'changed-on-disk': ideRpcCodes.failed,
  'disk-full': ideRpcCodes.failed,
  forbidden: ideRpcCodes.invalidParams,
  internal: ideRpcCodes.internal,
  'invalid-input': ideRpcCodes.invalidParams,
  'is-a-folder': ideRpcCodes.invalidParams,
  'name-too-long': ideRpcCodes.invalidParams,
  'not-a-folder': ideRpcCodes.invalidParams,
  'not-empty': ideRpcCodes.failed,
  'not-found': ideRpcCodes.invalidParams,
  'path-outside-vault': ideRpcCodes.invalidParams,
  'permission-denied': ideRpcCodes.failed,
  'special-file': ideRpcCodes.invalidParams,
  'target-missing': ideRpcCodes.invalidParams,
  'timed-out': ideRpcCodes.failed,
  'too-large': ideRpcCodes.failed,
  unauthenticated: ideRpcCodes.failed,
  unavailable: ideRpcCodes.failed,
  unsupported: ideRpcCodes.failed,
};

/** A failed operation in the words and numbers of the protocol. */
export function toIdeRpcError({ code, message }: VaultError): IdeRpcError {
  return new IdeRpcError(ideCodes[code], message);
}

export function invalidParams(message: string): IdeRpcError {
  return new IdeRpcError(ideRpcCodes.invalidParams, message);
}

/** A method or a tool that there is not. Of its name only the beginning is repeated. */
export function unknownName(what: string, name: unknown): IdeRpcError {
  const shown = typeof name === 'string' ? name.slice(0, ideLimits.shownNameLengthMax) : '';
  return new IdeRpcError(ideRpcCodes.methodNotFound, `${what}: ${shown}`);
}
