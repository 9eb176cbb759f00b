import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { systemCode } from '../vault/system-errors.ts';
import { isMarkAlive, processMark } from '../vault/temporary.ts';

/** Runs one at a time among all processes that serve the vault. */
export interface CommitLock {
  hold<T>(run: () => T): T;
}

/**
 * A lock by a file that only its maker may create. It is held for microseconds around synchronous
 * code, so waiting blocks. A dead holder's file is removed under a second lock, because removing
 * it unguarded could hit the file of whoever took over in the meantime.
 */
export function createCommitLock(path: string): CommitLock {
  const mark = processMark();
  let depth = 0;
  return {
    hold(run) {
      if (depth === 0) acquire(path, mark);
      depth++;
      try {
        return run();
      } finally {
        depth--;
        if (depth === 0) unlinkSync(path);
      }
    },
  };
}

function acquire(path: string, mark: string): void {
  const deadline = Date.now() + limits.commitLockWaitMs;
  for (let pauseMs = 0.05; !tryCreate(path, mark); pauseMs = Math.min(pauseMs * 2, 2)) {
    if (isStale(path)) takeAway(path, mark);
    else if (Date.now() > deadline) throw busy();
    else sleep(pauseMs);
  }
}

function tryCreate(path: string, mark: string): boolean {
  try {
    const descriptor = openSync(path, 'wx', 0o600);
    writeSync(descriptor, mark);
    closeSync(descriptor);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** An empty file is one whose maker is about to write its mark, unless it died right there. */
function isStale(path: string): boolean {
  try {
    const holder = readFileSync(path, 'latin1');
    if (holder !== '') return !isMarkAlive(holder);
    return Date.now() - statSync(path).mtimeMs > 1000;
  } catch {
    return false;
  }
}

function takeAway(path: string, mark: string): void {
  const guard = `${path}.takeover`;
  if (!tryCreate(guard, mark)) {
    if (isStale(guard)) unlinkSync(guard);
    else sleep(1);
    return;
  }
  try {
    if (isStale(path)) unlinkSync(path);
  } finally {
    unlinkSync(guard);
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

function sleep(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

function busy(): VaultError {
  return new VaultError(
    'unavailable',
    'Another process has been writing to this vault for too long.',
    {
      hint: 'Try again. If it goes on, look for a stopped vaultd process.',
    },
  );
}
