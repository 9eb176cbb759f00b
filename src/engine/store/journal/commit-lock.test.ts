import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { processMark } from '../vault/temporary.ts';
import { CommitLock } from './commit-lock.ts';

test('the lock is held while the job runs and free afterwards, also when it fails', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = new CommitLock(folder);
  lock.hold(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/^held-\d+/)]));
  expect(() =>
    lock.hold(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(readdirSync(folder)).toEqual(['free']);
});

test('a job inside a job runs', () => {
  const lock = new CommitLock(join(freshFolder(), 'lock'));
  expect(lock.hold(() => lock.hold(() => 1))).toBe(1);
});

test('a dead holder loses the lock to the next who asks', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = new CommitLock(folder);
  // No process has this number: it is above what systems hand out.
  renameSync(join(folder, 'free'), join(folder, 'held-99999999-1'));
  expect(lock.hold(() => 1)).toBe(1);
  expect(readdirSync(folder)).toEqual(['free']);
});

test('two locks in one folder share one token', () => {
  const folder = join(freshFolder(), 'lock');
  new CommitLock(folder);
  new CommitLock(folder);
  expect(readdirSync(folder)).toEqual(['free']);
});

/** The lock in the hands of a process that lives, but is not this one. */
function heldByAnother(folder: string): string {
  const held = join(folder, `held-${processMark(process.ppid).replace(':', '-')}`);
  renameSync(join(folder, 'free'), held);
  return held;
}

test('a living holder is waited for', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = new CommitLock(folder);
  const [held, released] = [heldByAnother(folder), join(freshFolder(), 'released')];
  // Waiting blocks this process, so another one lets go.
  const script = `sleep 0.3; : > '${released}'; mv '${held}' '${folder}/free'`;
  spawn('/bin/sh', ['-c', script], { stdio: 'ignore' });
  lock.hold(() => expect(existsSync(released)).toBe(true));
  expect(readdirSync(folder)).toEqual(['free']);
});

test('a folder whose maker died before the token was there gets one', () => {
  const folder = join(freshFolder(), 'lock');
  mkdirSync(folder);
  writeFileSync(join(folder, 'litter'), '');
  const lock = new CommitLock(folder);
  expect(lock.hold(() => readdirSync(folder))).toEqual([expect.stringMatching(/^held-/), 'litter']);
  expect(readdirSync(folder)).toEqual(['free', 'litter']);
});

test('the folder of the lock is for its owner alone, and where it cannot be made it is said', () => {
  const parent = freshFolder();
  new CommitLock(join(parent, 'lock'));
  expect(statSync(join(parent, 'lock')).mode & 0o777).toBe(0o700);
  expect(() => new CommitLock(join(parent, 'no/lock'))).toThrow(/ENOENT/);
});

test('a lock that cannot be moved is a failure of its own', () => {
  const folder = join(freshFolder(), 'lock');
  const lock = new CommitLock(folder);
  renameSync(join(folder, 'free'), join(folder, 'was-free'));
  renameSync(folder, `${folder}-2`);
  writeFileSync(folder, '');
  expect(() => lock.hold(() => 1)).toThrow(/ENOTDIR/);
});
