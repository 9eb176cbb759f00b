import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProcessAlive } from '../kit/processes.ts';
import { connect } from '../protocols/local/client/client.ts';
import { probeSocket } from '../protocols/local/client/probe.ts';
import { isRunning, readPidFile } from '../protocols/local/client/processes.ts';
import { type RuntimePaths, runtimePaths } from '../protocols/local/client/runtime.ts';

const pollMs = 100;

/** What can be said about the daemon from outside. */
export type DaemonPresence =
  | { readonly state: 'running'; readonly pid: number | undefined }
  | { readonly state: 'silent'; readonly pid: number }
  | { readonly state: 'absent' };

export async function findDaemon(env: NodeJS.ProcessEnv): Promise<DaemonPresence> {
  const paths = runtimePaths('vaultd', { env });
  const pid = readLivePid(paths);
  if ((await probeSocket(paths.socket)) === 'answering') return { state: 'running', pid };
  return pid === undefined ? { state: 'absent' } : { state: 'silent', pid };
}

/** Starts a detached daemon and returns once it answers. Undefined when it did not come up. */
export async function startDetached(
  env: NodeJS.ProcessEnv,
  vaults: readonly string[],
): Promise<number | undefined> {
  const { logFile, socket } = { ...runtimePaths('vaultd', { env }), logFile: logFileOf(env) };
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    process.execPath,
    [executable(), 'daemon', 'run', ...vaults.map((vault) => resolve(vault))],
    { detached: true, stdio: ['ignore', log, log], env },
  );
  let isGone = false;
  child.on('exit', () => {
    isGone = true;
  });
  child.unref();
  const deadline = performance.now() + 5000;
  while (performance.now() < deadline && !isGone) {
    if ((await probeSocket(socket)) === 'answering') return child.pid;
    await sleep(pollMs);
  }
  return undefined;
}

/** Asks by the wire, or by signal when the wire is dead. False when it would not end. */
export async function stopDaemon(
  env: NodeJS.ProcessEnv,
  pid: number | undefined,
): Promise<boolean> {
  const { socket } = runtimePaths('vaultd', { env });
  try {
    const client = await connect({ socket, reconnect: false });
    await client.call('Shutdown', { reason: 'method' });
    await client.close();
  } catch {
    if (pid !== undefined && isProcessAlive(pid)) process.kill(pid, 'SIGTERM');
  }
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    if (pid === undefined ? (await probeSocket(socket)) === 'missing' : !isProcessAlive(pid))
      return true;
    await sleep(20);
  }
  return false;
}

/** Where a detached daemon writes what it has to say. */
export function logFileOf(env: NodeJS.ProcessEnv): string {
  return runtimePaths('vaultd', { env }).dir.concat('/vaultd.log');
}

/** The process of the pid file, unless its number belongs to another one by now. */
function readLivePid({ pidFile, infoFile }: RuntimePaths): number | undefined {
  const pid = readPidFile(pidFile);
  if (pid === undefined) return undefined;
  return isRunning({ pid, start: readStart(infoFile) }) ? pid : undefined;
}

function readStart(infoFile: string): string {
  try {
    const { start }: { start?: unknown } = JSON.parse(readFileSync(infoFile, 'utf8'));
    return typeof start === 'string' ? start : '';
  } catch {
    return '';
  }
}

function executable(): string {
  return process.argv[1] ?? fileURLToPath(new URL('../bin/vaultd', import.meta.url));
}

function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}
