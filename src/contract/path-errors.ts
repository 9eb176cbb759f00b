import { type ErrorCode, VaultError } from './errors.ts';

/** Makes the failure of one path. A hint that is given goes before the usual one. */
export type PathError = (
  path: string,
  about?: { readonly hint?: string; readonly cause?: unknown },
) => VaultError;

export function definePathError(
  code: ErrorCode,
  say: (path: string) => string,
  hint?: string,
): PathError {
  return (path, about = {}) =>
    new VaultError(code, say(path), { path, ...(hint !== undefined && { hint }), ...about });
}

export const noSuchFile = definePathError('not-found', (path) => `no such file: ${path}`);
export const alreadyExists = definePathError('already-exists', (path) => `already exists: ${path}`);
export const isAFolder = definePathError('is-a-folder', (path) => `is a directory: ${path}`);
export const notAFolder = definePathError('not-a-folder', (path) => `not a directory: ${path}`);
export const notAFile = definePathError('special-file', (path) => `not a regular file: ${path}`);
export const changedSinceRead = definePathError(
  'changed-on-disk',
  (path) => `"${path}" changed since you read it.`,
  'Read it again and make the change on what is there now.',
);
export const folderNotEmpty = definePathError(
  'not-empty',
  (path) => `the folder is not empty: ${path}`,
  'Remove it recursively, or empty it first.',
);
