import type { ErrorCode, VaultError } from '../../contract/errors.ts';

/** What a reply says instead of a result. */
export interface RemoteRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The numbers of the envelope, which no operation fails with. */
export const remoteRpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  authRequired: -32000,
  authInvalid: -32001,
} as const;

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const remoteCodes: Record<ErrorCode, number> = {
  'already-exists': -32013,
  cancelled: -32603,
  'changed-on-disk': -32020,
  'disk-full': -32603,
  forbidden: -32014,
  internal: -32603,
  'invalid-input': -32602,
  'is-a-folder': -32012,
  'name-too-long': -32603,
  'not-a-folder': -32011,
  'not-empty': -32013,
  'not-found': -32010,
  'path-outside-vault': -32015,
  'permission-denied': -32014,
  'special-file': -32602,
  'target-missing': -32602,
  'timed-out': -32603,
  'too-large': -32603,
  unauthenticated: -32000,
  unavailable: -32603,
  unsupported: -32603,
};

/** What this protocol offers where something does not fit into a reply. */
const smaller = 'fs.readBinaryRange reads in parts, fs.walk lists in pages.';

/** A failed operation in the protocol's numbers. Clients decide by the number and show the message. */
export function toRemoteRpcError({ code, message, about }: VaultError): RemoteRpcError {
  const { path } = about;
  const hint = code === 'too-large' ? smaller : about.hint;
  const data = { code, ...(path !== undefined && { path }), ...(hint !== undefined && { hint }) };
  return { code: remoteCodes[code], message, data };
}
