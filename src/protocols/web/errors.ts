import { type ErrorCode, VaultError } from '../../contract/errors.ts';
import type { Reason } from '../../contract/reasons.ts';

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

export function statusOf({ code }: VaultError): number {
  return statuses[code];
}

/** A failed call as the page gets it. */
export interface Failure {
  readonly ok: false;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly path?: string;
    readonly hint?: string;
    /** In the daemon's own words: the page is part of it. */
    readonly reason?: Reason;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

export function toFailureBody({ code, message, about }: VaultError): Failure {
  const { path, hint, reason, data } = about;
  return {
    ok: false,
    error: {
      code,
      message,
      ...(path !== undefined && { path }),
      ...(hint !== undefined && { hint }),
      ...(reason !== undefined && { reason }),
      ...(data !== undefined && { data }),
    },
  };
}

/** Who comes without a cookie is told how to get one. */
export function notLoggedIn(): VaultError {
  return new VaultError('unauthenticated', 'This browser is not logged in.', {
    hint: 'Run "vaultd open" in a terminal.',
  });
}
