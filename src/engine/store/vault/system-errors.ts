import { type ErrorCode, isVaultError, VaultError } from '../../../contract/errors.ts';

interface Words {
  readonly code: ErrorCode;
  readonly say: (path: string) => string;
  readonly hint?: string;
}

const freeSpace = 'The old content is intact. Free some space and try again.';

/** The only place that reads system error names. */
const words: Readonly<Record<string, Words>> = {
  ENOENT: { code: 'not-found', say: (path) => `no such file: ${path}` },
  ENOTDIR: { code: 'not-a-folder', say: (path) => `not a directory: ${path}` },
  EISDIR: { code: 'is-a-folder', say: (path) => `is a directory: ${path}` },
  EEXIST: { code: 'already-exists', say: (path) => `already exists: ${path}` },
  ENOTEMPTY: {
    code: 'not-empty',
    say: (path) => `the folder is not empty: ${path}`,
    hint: 'Remove it recursively, or empty it first.',
  },
  EACCES: {
    code: 'permission-denied',
    say: (path) => `permission denied: ${path}`,
    hint: 'The user that runs vaultd has no right to do this here.',
  },
  EPERM: { code: 'permission-denied', say: (path) => `permission denied: ${path}` },
  EROFS: {
    code: 'unavailable',
    say: (path) => `the vault is on a read-only file system: ${path}`,
    hint: 'Mount it writable, or serve it read-only.',
  },
  ENOSPC: { code: 'disk-full', say: (path) => `no space left to write: ${path}`, hint: freeSpace },
  EDQUOT: {
    code: 'disk-full',
    say: (path) => `the disk quota is used up: ${path}`,
    hint: freeSpace,
  },
  EFBIG: {
    code: 'disk-full',
    say: (path) => `the file would be larger than the system allows: ${path}`,
    hint: freeSpace,
  },
  ENAMETOOLONG: { code: 'name-too-long', say: (path) => `the name is too long: ${path}` },
  ELOOP: { code: 'path-outside-vault', say: (path) => `too many links on the way: ${path}` },
  ENXIO: { code: 'special-file', say: (path) => `not a regular file: ${path}` },
  EMFILE: {
    code: 'unavailable',
    say: () => 'too many files are open',
    hint: 'Try again in a moment, or raise the open-file limit.',
  },
  ENFILE: { code: 'unavailable', say: () => 'the system has too many open files' },
  EXDEV: {
    code: 'unsupported',
    say: (path) => `the move would cross file systems: ${path}`,
    hint: 'Copy it and remove the original.',
  },
  EBUSY: { code: 'unavailable', say: (path) => `in use by the system: ${path}` },
  EIO: { code: 'unavailable', say: (path) => `the disk failed: ${path}` },
};

/** The system's name of a failure, or undefined when it was not the system. */
export function systemCode(thrown: unknown): string | undefined {
  // Our own errors have a code too, which is none of the system's.
  if (!(thrown instanceof Error) || !('code' in thrown) || isVaultError(thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** A failure of the system in the project's own words, naming the vault path and nothing else. */
export function toSystemError(thrown: unknown, path: string): Error {
  const found = words[systemCode(thrown) ?? ''];
  if (found === undefined) return thrown instanceof Error ? thrown : new Error(String(thrown));
  return new VaultError(found.code, found.say(path), {
    path,
    cause: thrown,
    ...(found.hint === undefined ? {} : { hint: found.hint }),
  });
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
