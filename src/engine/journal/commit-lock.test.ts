import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../test/support/folder.ts';
import { createCommitLock } from './commit-lock.ts';

test('the lock is held while the job runs and free afterwards, also when it fails', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = createCommitLock(folder);
  lock.hold(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/^held-\d+/)]));
  expect(() =>
    lock.hold(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(readdirSync(folder)).toEqual(['free']);
});

test('a job inside a job runs', () => {
  const lock = createCommitLock(join(freshFolder(), 'lock'));
  expect(lock.hold(() => lock.hold(() => 1))).toBe(1);
});

test('a dead holder loses the lock to the next who asks', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = createCommitLock(folder);
  // No process has this number: it is above what systems hand out.
  renameSync(join(folder, 'free'), join(folder, 'held-99999999-1'));
  expect(lock.hold(() => 1)).toBe(1);
  expect(readdirSync(folder)).toEqual(['free']);
});

test('two locks in one folder share one token', () => {
  const folder = join(freshFolder(), 'lock');
  createCommitLock(folder);
  createCommitLock(folder);
  expect(readdirSync(folder)).toEqual(['free']);
});
