import type { Reason } from './reasons.ts';

/** Every way a request can fail, in the daemon's own words. */
export const errorCodes = [
  'already-exists',
  'cancelled',
  'changed-on-disk',
  'disk-full',
  'forbidden',
  'internal',
  'invalid-input',
  'is-a-folder',
  'name-too-long',
  'not-a-folder',
  'not-empty',
  'not-found',
  'path-outside-vault',
  'permission-denied',
  'special-file',
  'target-missing',
  'timed-out',
  'too-large',
  'unauthenticated',
  'unavailable',
  'unsupported',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export interface About {
  /** The vault path it is about, in the caller's spelling. */
  readonly path?: string;
  /** What the caller can do next. */
  readonly hint?: string;
  /** A finer word than the code; each protocol has its own word for it. */
  readonly reason?: Reason;
  /** Further facts for the caller, safe to send to a peer. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** For the log, never for a peer. */
  readonly cause?: unknown;
}

/** An expected failure. Anything else that is thrown is a bug. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: ErrorCode;
  readonly about: About;

  constructor(code: ErrorCode, message: string, about: About = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.about = about;
  }
}

/** Bundles may each hold a copy of the class, so identity is by name. */
export function isVaultError(thrown: unknown): thrown is VaultError {
  return thrown instanceof Error && thrown.name === 'VaultError';
}

/** What dispatch lets out: expected failures as they are, bugs without their details. */
export function toVaultError(thrown: unknown): VaultError {
  if (isVaultError(thrown)) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new VaultError('cancelled', 'The request was cancelled.', { cause: thrown });
  }
  if (thrown instanceof Error && thrown.name === 'TimeoutError') {
    return new VaultError('timed-out', 'The request timed out.', { cause: thrown });
  }
  return new VaultError('internal', 'Something went wrong inside vaultd.', {
    hint: 'Nothing was changed. The log of the daemon has the details.',
    cause: thrown,
  });
}
