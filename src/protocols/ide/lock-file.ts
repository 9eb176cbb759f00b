import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { ideLimits } from '../../contract/limits.ts';
import {
  isProcessAlive,
  makePrivateFolder,
  replaceFile,
  temporaryOwner,
} from '../../kit/private-files.ts';

const app = 'vaultd';

/** By this file a client finds a vault. */
export interface Lock {
  /** Left out where clients cannot see our processes. */
  readonly pid?: number;
  readonly workspaceFolders: readonly string[];
  readonly ideName: string;
  readonly transport: 'ws';
  readonly runningInWindows: boolean;
  readonly authToken: string;
  readonly port: number;
  /** By this we know our own files. */
  readonly app: typeof app;
}

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
  readonly pid: boolean;
}

export function toLock({ name, folders, token, port, pid }: LockOptions): Lock {
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

/** A label that every client can show. */
export function toIdeName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._+()-]/gu, '').trim();
  return [...plain].slice(0, ideLimits.ideNameLengthMax).join('') || app;
}

export function lockFile(folder: string, port: number): string {
  return join(folder, `${port}.lock`);
}

export function writeLock(folder: string, lock: Lock): void {
  try {
    makePrivateFolder(folder);
    replaceFile(lockFile(folder, lock.port), JSON.stringify(lock));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new VaultError('permission-denied', `No lock file can be put into ${folder}: ${why}.`, {
      hint: 'Make the folder writable, or name another one in ide.lock_dirs.',
    });
  }
}

/** Removes the file of a port if it still has the token; somebody else's stays. */
export function removeLock(folder: string, port: number, token: string): boolean {
  const file = lockFile(folder, port);
  if (readOwn(file)?.authToken !== token) return false;
  rmSync(file, { force: true });
  return true;
}

/** Removes what earlier lives of this daemon left behind, and nothing else. */
export function sweepLocks(folder: string, names: ReadonlySet<string>): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const owner = temporaryOwner(name);
    if (owner !== undefined && isOver(owner)) rmSync(file, { force: true });
    if (!name.endsWith('.lock')) continue;
    const own = readOwn(file);
    if (own !== undefined && names.has(own.ideName) && isOver(own.pid)) {
      rmSync(file, { force: true });
    }
  }
}

/** Dead, or ourselves in an earlier life: a process does not sweep twice. */
function isOver(pid: number | undefined): boolean {
  return pid !== undefined && (pid === process.pid || !isProcessAlive(pid));
}

function readOwn(file: string): z.output<typeof ownLock> | undefined {
  try {
    return ownLock.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
