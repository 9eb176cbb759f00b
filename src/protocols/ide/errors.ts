import type { ErrorCode, VaultError } from '../../contract/errors.ts';

/** The numbers of JSON-RPC, and ours for what could not be done. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  failed: -32000,
  resourceNotFound: -32002,
} as const;

/** Answered as a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Total on purpose: a new code does not compile until this door has a number for it. */
const ideCodes: Record<ErrorCode, number> = {
  'already-exists': rpcCodes.failed,
  cancelled: rpcCodes.failed,
  'changed-on-disk': rpcCodes.failed,
  'disk-full': rpcCodes.failed,
  forbidden: rpcCodes.invalidParams,
  internal: rpcCodes.internal,
  'invalid-input': rpcCodes.invalidParams,
  'is-a-folder': rpcCodes.invalidParams,
  'name-too-long': rpcCodes.invalidParams,
  'not-a-folder': rpcCodes.invalidParams,
  'not-empty': rpcCodes.failed,
  'not-found': rpcCodes.invalidParams,
  'path-outside-vault': rpcCodes.invalidParams,
  'permission-denied': rpcCodes.failed,
  'special-file': rpcCodes.invalidParams,
  'target-missing': rpcCodes.invalidParams,
  'timed-out': rpcCodes.failed,
  'too-large': rpcCodes.failed,
  unauthenticated: rpcCodes.failed,
  unavailable: rpcCodes.failed,
  unsupported: rpcCodes.failed,
};

/** A failed operation in the words and numbers of the protocol. */
export function toRpcError({ code, message }: VaultError): RpcError {
  return new RpcError(ideCodes[code], message);
}

export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}
