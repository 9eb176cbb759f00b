import { expect, test } from 'vitest';
import { VaultError } from '../../../contract/errors.ts';
import { ifThere, systemCode, toSystemError, withWords } from './system-errors.ts';

const failure = (code: unknown) => Object.assign(new Error('/secret/place/a.md'), { code });

test.each([
  ['ENOENT', 'not-found', false],
  ['ENOTDIR', 'not-a-folder', false],
  ['EISDIR', 'is-a-folder', false],
  ['EEXIST', 'already-exists', false],
  ['ENOTEMPTY', 'not-empty', true],
  ['EACCES', 'permission-denied', true],
  ['EPERM', 'permission-denied', false],
  ['EROFS', 'unavailable', true],
  ['ENOSPC', 'disk-full', true],
  ['EDQUOT', 'disk-full', true],
  ['EFBIG', 'disk-full', true],
  ['ENAMETOOLONG', 'name-too-long', false],
  ['ELOOP', 'path-outside-vault', false],
  ['ENXIO', 'special-file', false],
  ['EMFILE', 'unavailable', true],
  ['ENFILE', 'unavailable', false],
  ['EXDEV', 'unsupported', true],
  ['EBUSY', 'unavailable', false],
  ['EIO', 'unavailable', false],
])('%s is said as %s, and names the vault path only', (system, code, hasHint) => {
  const cause = failure(system);
  const error = toSystemError(cause, 'n/a.md');
  if (!(error instanceof VaultError)) throw error;
  expect([error.code, error.about.path, error.about.cause]).toEqual([code, 'n/a.md', cause]);
  expect('hint' in error.about).toBe(hasHint);
  if (!system.endsWith('FILE')) expect(error.message).toMatch(/^\S.*: n\/a\.md$/);
  expect(error.message).not.toContain('secret');
  expect(error.message.length).toBeGreaterThan(10);
});

test('what is said already, or is no failure of the system, stays as it is', () => {
  const own = new VaultError('forbidden', 'no');
  expect(toSystemError(own, 'a')).toBe(own);
  for (const other of [new Error('x'), failure('EWHATEVER'), failure(5)])
    expect(toSystemError(other, 'a')).toBe(other);
  expect(toSystemError('thrown text', 'a')).toEqual(new Error('thrown text'));
});

test('the name that the system gives a failure', () => {
  expect(systemCode(failure('ENOENT'))).toBe('ENOENT');
  const own = new VaultError('not-found', 'no');
  for (const other of [own, failure(5), new Error('x'), { code: 'ENOENT' }, undefined])
    expect(systemCode(other)).toBeUndefined();
});

test('a call that fails is said with its path', () => {
  expect(withWords('a', () => 1)).toBe(1);
  expect(() =>
    withWords('n/a.md', () => {
      throw failure('EACCES');
    }),
  ).toThrow('permission denied: n/a.md');
});

test('only what is not there is undefined', () => {
  const attempt = (thrown: unknown) =>
    ifThere(() => {
      throw thrown;
    });
  expect(ifThere(() => 1)).toBe(1);
  expect(attempt(failure('ENOENT'))).toBeUndefined();
  expect(attempt(new VaultError('not-found', 'no'))).toBeUndefined();
  for (const other of [failure('EACCES'), new VaultError('forbidden', 'no'), new Error('x')])
    expect(() => attempt(other)).toThrow(other as Error);
});
