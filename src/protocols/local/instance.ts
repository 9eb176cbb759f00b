import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '../../kit/private-files.ts';
import { toRecord, tryParseJson } from '../../kit/records.ts';
import { listenAtFile, listenAtPath, type SocketFile, tryLink } from '../../kit/socket-file.ts';
import { StartError } from './client/errors.ts';
import { probeSocket } from './client/probe.ts';
import { isRunning, ownMark, type ProcessMark, readPidFile } from './client/processes.ts';
import { checkSocketPath, makePrivateDir, type RuntimePaths } from './client/runtime.ts';

/** What the info file says about the daemon. */
export interface InstanceInfo {
  readonly version: string;
  readonly protocol: number;
  readonly epoch: string;
}

const lockAttempts = 5;
const holderWaitMs = 1000;

/**
 * Makes this process the only instance of `app`, or throws `StartError`. An answer at the socket
 * shows that one is running; among those that start at the same instant the lock file decides.
 */
export async function claimInstance(app: string, paths: RuntimePaths): Promise<Instance> {
  for (const path of [paths.socket, temporarySocket(paths.socket)]) checkSocketPath(app, path);
  makePrivateDir(paths.dir);
  if (process.platform !== 'win32') makePrivateDir(dirname(paths.socket));
  await refuseIfAnswered(paths);
  const holder = await takeLock(paths);
  if (holder !== undefined) {
    await refuseIfAnswered(paths, holderWaitMs);
    if ((await takeLock(paths)) !== undefined) {
      throw new StartError(4, `${app} is running but not responding (pid ${holder.pid}).`);
    }
  }
  const instance = new Instance(paths);
  try {
    await clearStaleSocket(paths.socket, app);
  } catch (thrown) {
    instance.release();
    throw thrown;
  }
  return instance;
}

/** The right to serve. Ends with `release`, or with the process. */
export class Instance {
  readonly paths: RuntimePaths;
  #socketFile: SocketFile | undefined;

  constructor(paths: RuntimePaths) {
    this.paths = paths;
  }

  /** Opens the socket, which only its owner can use, and writes the pid and info files. */
  async listen(server: Server, info: InstanceInfo): Promise<void> {
    const { socket, pidFile, infoFile } = this.paths;
    if (process.platform === 'win32') await listenAtPath(server, socket);
    else {
      this.#socketFile = await listenAtFile(server, {
        path: socket,
        temporary: temporarySocket(socket),
        mode: 0o700,
        onTaken: async () => {
          throw new StartError(5, `${socket} is in the way. Remove it.`);
        },
      });
    }
    const { pid, start } = ownMark();
    const started_at = new Date().toISOString();
    replaceFile(pidFile, `${pid}\n`);
    replaceFile(infoFile, `${JSON.stringify({ pid, start, ...info, socket, started_at })}\n`);
  }

  /** The socket goes first, so that no new client connects. */
  removeSocket(): void {
    this.#socketFile?.remove();
  }

  /** Removes the files that are still ours. */
  release(): void {
    this.removeSocket();
    const { pidFile, infoFile, lockFile } = this.paths;
    if (readPidFile(pidFile) === process.pid) {
      for (const file of [pidFile, infoFile]) rmSync(file, { force: true });
    }
    if (readLock(lockFile)?.pid === process.pid) rmSync(lockFile, { force: true });
  }
}

/** Who holds the lock, or `undefined` when it is ours now. */
async function takeLock({ lockFile }: RuntimePaths): Promise<ProcessMark | undefined> {
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    if (tryLock(lockFile)) return undefined;
    const text = readText(lockFile);
    const holder = text === undefined ? undefined : parseLock(text);
    if (holder !== undefined && isRunning(holder)) return holder;
    if (text !== undefined) removeStale(lockFile, text);
    await sleep(20 + Math.random() * 80);
  }
  throw new StartError(4, 'The lock file of the daemon cannot be taken.');
}

/** A link appears complete or not at all, so no process reads a lock without its holder. */
function tryLock(lockFile: string): boolean {
  const own = uniqueName(lockFile);
  writeFileSync(own, `${JSON.stringify(ownMark())}\n`, { mode: 0o600, flag: 'wx' });
  try {
    return tryLink(own, lockFile);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Another process may have replaced the dead lock since it was read; then it is put back. */
function removeStale(lockFile: string, text: string): void {
  const aside = uniqueName(lockFile);
  try {
    renameSync(lockFile, aside);
    if (readText(aside) !== text) linkSync(aside, lockFile);
  } catch {
    // Another process was quicker. The next attempt sees what it left.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A socket without a listener is left over from a crash. Anything else is not ours to remove. */
async function clearStaleSocket(socket: string, app: string): Promise<void> {
  if (process.platform === 'win32') return;
  const stats = lstatSync(socket, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isSocket() || stats.uid !== process.geteuid?.()) {
    throw new StartError(5, `${socket} is in the way and not a socket of ${app}. Remove it.`);
  }
  const presence = await probeSocket(socket);
  if (presence === 'answering') throw new StartError(3, `${app} is running already.`);
  if (presence === 'refused') rmSync(socket, { force: true });
  else if (presence !== 'missing') {
    throw new StartError(4, `${app} is running but not responding.`);
  }
}

async function refuseIfAnswered({ socket, pidFile }: RuntimePaths, waitMs = 0): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    if ((await probeSocket(socket)) === 'answering') {
      const pid = readPidFile(pidFile);
      throw new StartError(3, `Already running${pid === undefined ? '' : ` (pid ${pid})`}.`);
    }
    if (performance.now() >= deadline) return;
    await sleep(20 + Math.random() * 30);
  }
}

function temporarySocket(socket: string): string {
  return join(dirname(socket), `.s${process.pid}`);
}

function readLock(lockFile: string): ProcessMark | undefined {
  const text = readText(lockFile);
  return text === undefined ? undefined : parseLock(text);
}

function parseLock(text: string): ProcessMark | undefined {
  const { pid, start } = toRecord(tryParseJson(text));
  return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function uniqueName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}`;
}
