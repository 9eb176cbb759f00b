import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isProcessAlive } from '../kit/processes.ts';
import { toRecord } from '../kit/records.ts';
import { connect } from '../protocols/local/client/connect.ts';
import { probeSocket } from '../protocols/local/client/probe.ts';
import { isRunning, readPidFile } from '../protocols/local/client/processes.ts';
import { type RuntimePaths, runtimePaths } from '../protocols/local/client/runtime.ts';

const pollMs = 50;
/** A daemon that ends sooner is not waited for. */
const startMsMax = 15_000;
const stopMsMax = 10_000;

/** What can be said about the daemon from outside. */
export type DaemonPresence =
  | { readonly state: 'running'; readonly pid: number | undefined }
  | { readonly state: 'silent'; readonly pid: number }
  | { readonly state: 'absent' };

export async function findDaemon(env: NodeJS.ProcessEnv): Promise<DaemonPresence> {
  const paths = runtimePaths('vaultd', { env });
  const pid = readDaemonPid(env);
  if ((await probeSocket(paths.socket)) === 'answering') return { state: 'running', pid };
  return pid === undefined ? { state: 'absent' } : { state: 'silent', pid };
}

/** Starts a detached daemon and returns once it answers. Undefined when it did not start. */
export async function startDetached(
  env: NodeJS.ProcessEnv,
  vaults: readonly string[],
  { without, rest }: { readonly without: readonly string[]; readonly rest: boolean },
): Promise<number | undefined> {
  const { socket } = runtimePaths('vaultd', { env });
  const logFile = logFileOf(env);
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'a', 0o600);
  const executable = process.argv[1] ?? fileURLToPath(new URL('../bin/vaultd', import.meta.url));
  const folders = vaults.map((vault) => resolve(vault));
  const closed = without.map((protocol) => `--no-${protocol}`);
  const flags = rest ? ['--rest', ...closed] : closed;
  const child = spawn(process.execPath, [executable, 'daemon', 'run', ...flags, ...folders], {
    detached: true,
    stdio: ['ignore', log, log],
    env,
  });
  let isGone = false;
  child.on('exit', () => {
    isGone = true;
  });
  child.unref();
  const isUp = async () => (await probeSocket(socket)) === 'answering';
  await until(async () => isGone || (await isUp()), startMsMax);
  return !isGone && (await isUp()) ? child.pid : undefined;
}

/** Asks by the wire, or by signal when the wire is dead. False when it did not end. */
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
  return until(
    async () =>
      pid === undefined ? (await probeSocket(socket)) === 'missing' : !isProcessAlive(pid),
    stopMsMax,
  );
}

/** Where a detached daemon logs. */
export function logFileOf(env: NodeJS.ProcessEnv): string {
  return join(runtimePaths('vaultd', { env }).dir, 'vaultd.log');
}

export function readDaemonPid(env: NodeJS.ProcessEnv): number | undefined {
  return readLivePid(runtimePaths('vaultd', { env }));
}

/** The process of the pid file, unless its number belongs to another one by now. */
function readLivePid({ pidFile, infoFile }: RuntimePaths): number | undefined {
  const pid = readPidFile(pidFile);
  if (pid === undefined) return undefined;
  return isRunning({ pid, start: readStart(infoFile) }) ? pid : undefined;
}

function readStart(infoFile: string): string {
  try {
    return String(toRecord(JSON.parse(readFileSync(infoFile, 'utf8'))).start ?? '');
  } catch {
    return '';
  }
}

/** False when the time is over first. */
async function until(isSo: () => Promise<boolean>, msMax: number): Promise<boolean> {
  const deadline = performance.now() + msMax;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
