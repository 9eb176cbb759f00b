import type { ErrorCode, VaultError } from '../../contract/errors.ts';
import { type Reason, reasonWords } from '../../contract/reasons.ts';
import { RpcError, rpcCodes } from './client/errors.ts';

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const wireCodes: Record<ErrorCode, number> = {
  'already-exists': rpcCodes.conflict,
  cancelled: rpcCodes.failed,
  'changed-on-disk': rpcCodes.conflict,
  'disk-full': rpcCodes.failed,
  forbidden: rpcCodes.denied,
  internal: rpcCodes.internal,
  'invalid-input': rpcCodes.invalidParams,
  'is-a-folder': rpcCodes.failed,
  'name-too-long': rpcCodes.invalidParams,
  'not-a-folder': rpcCodes.failed,
  'not-empty': rpcCodes.conflict,
  'not-found': rpcCodes.notFound,
  'path-outside-vault': rpcCodes.invalidParams,
  'permission-denied': rpcCodes.denied,
  'special-file': rpcCodes.denied,
  'target-missing': rpcCodes.notFound,
  'timed-out': rpcCodes.timeout,
  'too-large': rpcCodes.failed,
  unauthenticated: rpcCodes.denied,
  unavailable: rpcCodes.hostUnavailable,
  unsupported: rpcCodes.failed,
};

/** What clients of the wire know each reason by. */
const words: Record<Reason, string> = { ...reasonWords, 'ambiguous-name': 'ambiguous' };

/** A failed operation in the words and numbers of the wire. */
export function toRpcError({ code, message, about }: VaultError): RpcError {
  const { path, hint, reason, data } = about;
  return new RpcError(isAmbiguous(data) ? rpcCodes.ambiguous : wireCodes[code], message, {
    reason: reason === undefined ? code : words[reason],
    ...(data?.subreason !== undefined && { rule: data.subreason }),
    ...(path !== undefined && { path }),
    ...(hint !== undefined && { hint }),
    ...data,
  });
}

/** Several notes fit the name; which ones is said in the details. */
function isAmbiguous(data: Readonly<Record<string, unknown>> | undefined): boolean {
  return Array.isArray(data?.matches);
}
