import { type ErrorCode, VaultError } from '../../contract/errors.ts';

/** Total on purpose: a new code does not compile until this protocol has a number for it. */
const statuses: Record<ErrorCode, number> = {
  'already-exists': 409,
  cancelled: 499,
  'changed-on-disk': 409,
  'disk-full': 507,
  forbidden: 403,
  internal: 500,
  'invalid-input': 400,
  'is-a-folder': 400,
  'name-too-long': 400,
  'not-a-folder': 400,
  'not-empty': 409,
  'not-found': 404,
  'path-outside-vault': 400,
  'permission-denied': 403,
  'special-file': 403,
  'target-missing': 404,
  'timed-out': 504,
  'too-large': 413,
  unauthenticated: 401,
  unavailable: 503,
  unsupported: 501,
};

/** Where the door is closed for a while, whatever was asked for. */
export const throttledStatus = 429;

export function statusOf({ code }: VaultError): number {
  return statuses[code];
}

/** A failed call as the page gets it. The reason is our own word: the page is part of vaultd. */
export function toFailureBody({ code, message, about }: VaultError): unknown {
  const { path, hint, reason, data } = about;
  return { ok: false, error: { code, message, path, hint, reason, data } };
}

/** There is no cookie, or it does not work any more. */
export function notLoggedIn(): VaultError {
  return new VaultError('unauthenticated', 'This browser is not logged in.', {
    hint: 'Run "vaultd open" in a terminal.',
  });
}
