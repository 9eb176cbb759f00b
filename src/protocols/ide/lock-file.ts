import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { ideLimits } from '../../contract/limits.ts';
import type { Log } from '../../kit/log.ts';
import { readPrivateJson, temporaryOwner, writePrivateJson } from '../../kit/private-files.ts';
import { isProcessAlive } from '../../kit/processes.ts';

const app = 'vaultd';

/** By `app` we know our own files. */
const ownLock = z.object({
  app: z.literal(app),
  ideName: z.string(),
  authToken: z.string(),
  pid: z.number().optional(),
});

export interface LockOptions {
  readonly name: string;
  readonly folders: readonly string[];
  readonly token: string;
  readonly port: number;
  /** False where clients cannot see our processes. */
  readonly pid: boolean;
}

/** What a client must know to find a vault and to connect. */
export function toLock({ name, folders, token, port, pid }: LockOptions) {
  return {
    ...(pid && { pid: process.pid }),
    workspaceFolders: folders,
    ideName: toIdeName(name),
    transport: 'ws',
    runningInWindows: process.platform === 'win32',
    authToken: token,
    port,
    app,
  };
}
type Lock = ReturnType<typeof toLock>;

/** A label that every client can show. */
export function toIdeName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._+()-]/gu, '').trim();
  return [...plain].slice(0, ideLimits.ideNameLengthMax).join('') || app;
}

/** The lock files of one port: the same in every folder where clients search. */
export class LockFiles {
  readonly #vault: string;
  readonly #log: Log;
  #lock: Lock | undefined;
  #folders: readonly string[] = [];

  constructor(vault: string, log: Log) {
    this.#vault = vault;
    this.#log = log;
  }

  get files(): string[] {
    return this.#folders.map((folder) => lockFile(folder, this.#lock?.port ?? 0));
  }

  /** Writes them into these folders and removes them from all others. Throws where it cannot. */
  put(lock: Lock, folders: readonly string[]): void {
    this.#removeFrom(this.#folders.filter((folder) => !folders.includes(folder)));
    this.#lock = lock;
    for (const folder of folders) {
      writeLock(folder, lock);
      this.#folders = [...new Set([...this.#folders, folder])];
      const file = lockFile(folder, lock.port);
      this.#log.info('Lock file created', { file, vault: this.#vault });
    }
  }

  remove(): void {
    this.#removeFrom(this.#folders);
  }

  #removeFrom(folders: readonly string[]): void {
    const { port = 0, authToken = '' } = this.#lock ?? {};
    this.#folders = this.#folders.filter((folder) => !folders.includes(folder));
    for (const folder of folders) {
      if (!removeLock(folder, port, authToken)) continue;
      this.#log.info('Lock file removed', { file: lockFile(folder, port), vault: this.#vault });
    }
  }
}

/** Removes the file of a port if it still has the token; that of another program stays. */
export function removeLock(folder: string, port: number, token: string): boolean {
  const file = lockFile(folder, port);
  if (readPrivateJson(file, ownLock)?.authToken !== token) return false;
  rmSync(file, { force: true });
  return true;
}

/** Removes what earlier processes of this daemon left behind, and nothing else. */
export function sweepLocks(folder: string, names: ReadonlySet<string>): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const own = name.endsWith('.lock') ? readPrivateJson(file, ownLock) : undefined;
    const isOurs = own !== undefined && names.has(own.ideName);
    const pid = isOurs ? own.pid : temporaryOwner(name);
    if (pid !== undefined && isOver(pid)) rmSync(file, { force: true });
  }
}

/** Dead, or an earlier process that had our own id: a process does not sweep twice. */
function isOver(pid: number): boolean {
  return pid === process.pid || !isProcessAlive(pid);
}

function lockFile(folder: string, port: number): string {
  return join(folder, `${port}.lock`);
}

function writeLock(folder: string, lock: Lock): void {
  try {
    writePrivateJson(lockFile(folder, lock.port), lock);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new VaultError('permission-denied', `No lock file can be put into ${folder}: ${why}.`, {
      hint: 'Make the folder writable, or name another one in ide.lock_dirs.',
    });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
