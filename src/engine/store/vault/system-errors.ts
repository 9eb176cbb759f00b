import { isVaultError } from '../../../contract/errors.ts';
import {
  alreadyExists,
  definePathError,
  folderNotEmpty,
  isAFolder,
  noSuchFile,
  notAFile,
  notAFolder,
  type PathError,
} from '../../../contract/path-errors.ts';

const freeSpace = 'The old content is intact. Free some space and try again.';

/** The only place that reads system error names. */
const failures: Readonly<Record<string, PathError>> = {
  ENOENT: noSuchFile,
  ENOTDIR: notAFolder,
  EISDIR: isAFolder,
  EEXIST: alreadyExists,
  ENOTEMPTY: folderNotEmpty,
  ENXIO: notAFile,
  EACCES: definePathError(
    'permission-denied',
    (path) => `permission denied: ${path}`,
    'The user that runs vaultd has no right to do this here.',
  ),
  EPERM: definePathError('permission-denied', (path) => `permission denied: ${path}`),
  EROFS: definePathError(
    'unavailable',
    (path) => `the vault is on a read-only file system: ${path}`,
    'Mount it writable, or serve it read-only.',
  ),
  ENOSPC: definePathError('disk-full', (path) => `no space left to write: ${path}`, freeSpace),
  EDQUOT: definePathError('disk-full', (path) => `the disk quota is used up: ${path}`, freeSpace),
  EFBIG: definePathError(
    'disk-full',
    (path) => `the file would be larger than the system allows: ${path}`,
    freeSpace,
  ),
  ENAMETOOLONG: definePathError('name-too-long', (path) => `the name is too long: ${path}`),
  ELOOP: definePathError('path-outside-vault', (path) => `too many links on the way: ${path}`),
  EMFILE: definePathError(
    'unavailable',
    () => 'too many files are open',
    'Try again in a moment, or raise the open-file limit.',
  ),
  ENFILE: definePathError('unavailable', () => 'the system has too many open files'),
  EXDEV: definePathError(
    'unsupported',
    (path) => `the move would cross file systems: ${path}`,
    'Copy it and remove the original.',
  ),
  EBUSY: definePathError('unavailable', (path) => `in use by the system: ${path}`),
  EIO: definePathError('unavailable', (path) => `the disk failed: ${path}`),
};

/** The system's name of a failure, or undefined when it was not the system. */
export function systemCode(thrown: unknown): string | undefined {
  // Our own errors have a code too, which is none of the system's.
  if (!(thrown instanceof Error) || !('code' in thrown) || isVaultError(thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** A failure of the system in the project's own words, naming the vault path and nothing else. */
export function toSystemError(thrown: unknown, path: string): Error {
  const known = failures[systemCode(thrown) ?? '']?.(path, { cause: thrown });
  return known ?? (thrown instanceof Error ? thrown : new Error(String(thrown)));
}

/** Runs a system call; its failure names `path`. */
export function withWords<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    throw toSystemError(thrown, path);
  }
}

/** Runs a system call; undefined when there is nothing at the path. */
export function ifThere<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'ENOENT' || (isVaultError(thrown) && thrown.code === 'not-found'))
      return undefined;
    throw thrown;
  }
}
