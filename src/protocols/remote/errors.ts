import type { ErrorCode, VaultError } from '../../contract/errors.ts';

/** What a reply says instead of a result. */
export interface RemoteRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The numbers of the protocol. */
export const remoteCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  authRequired: -32000,
  authInvalid: -32001,
  fileNotFound: -32010,
  notADirectory: -32011,
  isADirectory: -32012,
  exists: -32013,
  permissionDenied: -32014,
  pathOutsideVault: -32015,
  preconditionFailed: -32020,
  protocolVersion: -32021,
} as const;

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const numbers: Record<ErrorCode, number> = {
  'already-exists': remoteCodes.exists,
  cancelled: remoteCodes.internalError,
  'changed-on-disk': remoteCodes.preconditionFailed,
  'disk-full': remoteCodes.internalError,
  forbidden: remoteCodes.permissionDenied,
  internal: remoteCodes.internalError,
  'invalid-input': remoteCodes.invalidParams,
  'is-a-folder': remoteCodes.isADirectory,
  'name-too-long': remoteCodes.internalError,
  'not-a-folder': remoteCodes.notADirectory,
  'not-empty': remoteCodes.exists,
  'not-found': remoteCodes.fileNotFound,
  'path-outside-vault': remoteCodes.pathOutsideVault,
  'permission-denied': remoteCodes.permissionDenied,
  'special-file': remoteCodes.invalidParams,
  'target-missing': remoteCodes.invalidParams,
  'timed-out': remoteCodes.internalError,
  'too-large': remoteCodes.internalError,
  unauthenticated: remoteCodes.authRequired,
  unavailable: remoteCodes.internalError,
  unsupported: remoteCodes.internalError,
};

/** What this protocol offers where something does not fit into a reply. */
const smaller = 'fs.readBinaryRange reads in parts, fs.walk lists in pages.';

/** A failed operation in the protocol's numbers. Clients decide by the number and show the message. */
export function toRemoteRpcError({ code, message, about }: VaultError): RemoteRpcError {
  const { path } = about;
  const hint = code === 'too-large' ? smaller : about.hint;
  const data = { code, ...(path !== undefined && { path }), ...(hint !== undefined && { hint }) };
  return { code: numbers[code], message, data };
}
