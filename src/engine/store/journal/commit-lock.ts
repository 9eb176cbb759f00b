import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { systemCode } from '../vault/system-errors.ts';
import { isMarkAlive, newTemporaryName, processMark } from '../vault/temporary.ts';

/**
 * Runs one at a time among all processes that serve the vault. The lock is a file that always exists
 * and is renamed: the process that moves it from `free` to a name of its own holds it. A rename
 * happens once, so two cannot hold it, and a dead holder's file is taken over in the same way. It is
 * held for microseconds around synchronous code, so waiting blocks.
 */
export class CommitLock {
  readonly #folder: string;
  readonly #free: string;
  readonly #mine: string;
  #depth = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#free = `${folder}/free`;
    this.#mine = `${folder}/held-${processMark().replace(':', '-')}`;
    makeToken(folder);
  }

  hold<T>(run: () => T): T {
    if (this.#depth === 0) acquire(this.#folder, this.#free, this.#mine);
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
      if (this.#depth === 0) renameSync(this.#mine, this.#free);
    }
  }
}

/** The first process makes the folder, and with it the right to make the token in it. */
function makeToken(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (thrown) {
    if (systemCode(thrown) !== 'EEXIST') throw thrown;
    const deadline = Date.now() + tokenWaitMs;
    while (namesOf(folder).length === 0 && Date.now() < deadline) sleep(1);
    if (namesOf(folder).length > 0) return;
  }
  const fresh = `${folder}/${newTemporaryName()}`;
  closeSync(openSync(fresh, 'wx', 0o600));
  if (!existsSync(`${folder}/free`)) linkSync(fresh, `${folder}/free`);
  unlinkSync(fresh);
}

/** How long the maker of the folder has to make the token before it counts as dead. */
const tokenWaitMs = 2000;

function acquire(folder: string, free: string, mine: string): void {
  const deadline = Date.now() + limits.commitLockWaitMs;
  for (let pauseMs = 0.05; !tryMove(free, mine); pauseMs = Math.min(pauseMs * 2, 2)) {
    for (const name of namesOf(folder)) {
      const mark = /^held-(.*)$/.exec(name)?.[1]?.replace('-', ':');
      if (mark !== undefined && !isMarkAlive(mark) && tryMove(`${folder}/${name}`, mine)) return;
    }
    if (Date.now() > deadline) throw busy();
    sleep(pauseMs);
  }
}

function tryMove(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

function namesOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => name === 'free' || name.startsWith('held-'));
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

function sleep(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

function busy(): VaultError {
  return new VaultError(
    'unavailable',
    'Another process has been writing to this vault for too long.',
    { hint: 'Try again. If it goes on, look for a stopped vaultd process.' },
  );
}
