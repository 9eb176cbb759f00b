import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { wireLimits } from '../../../contract/limits.ts';
import { StartError } from './errors.ts';

/** Where a daemon's files are while it runs. */
export interface RuntimePaths {
  readonly dir: string;
  readonly socket: string;
  readonly pidFile: string;
  readonly lockFile: string;
  readonly infoFile: string;
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly uid: number;
}

/** The same for the daemon and for its clients. Touches no file. */
export function runtimePaths(app: string, given: Partial<Surroundings> = {}): RuntimePaths {
  const around: Surroundings = {
    env: given.env ?? process.env,
    platform: given.platform ?? process.platform,
    uid: given.uid ?? process.geteuid?.() ?? -1,
  };
  const dir = runtimeDir(app, around);
  return {
    dir,
    socket: socketPath(app, dir, around),
    pidFile: join(dir, `${app}.pid`),
    lockFile: join(dir, `${app}.lock`),
    infoFile: join(dir, `${app}.json`),
  };
}

/** The variable that overrides the folder: `VAULTD_RUNTIME_DIR` for `vaultd`. */
export function runtimeVariable(app: string): string {
  return `${app.toUpperCase().replaceAll('-', '_')}_RUNTIME_DIR`;
}

/**
 * Makes the folder, or checks the one that is there: a real folder, ours, usable only by us. In a
 * temporary folder that is writable by all, another user could have made it first.
 */
export function makePrivateDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    throw unsafe(dir, `it cannot be made (${messageOf(thrown)})`);
  }
  const stats = lstatSync(dir);
  if (stats.isSymbolicLink()) throw unsafe(dir, 'it is a symbolic link');
  if (!stats.isDirectory()) throw unsafe(dir, 'it is not a folder');
  if (process.platform === 'win32') return;
  if (stats.uid !== process.geteuid?.()) throw unsafe(dir, 'it belongs to another user');
  if ((stats.mode & 0o777) !== 0o700) chmodSync(dir, 0o700);
}

/** Node silently truncates a path that is too long, so it is measured first. */
export function checkSocketPath(app: string, path: string): void {
  if (process.platform === 'win32') return;
  if (Buffer.byteLength(path) <= wireLimits.socketPathBytesMax) return;
  throw new StartError(
    5,
    `The socket path is longer than ${wireLimits.socketPathBytesMax} bytes. ` +
      `Set ${runtimeVariable(app)} to a folder with a shorter name.`,
  );
}

function runtimeDir(app: string, { env, platform, uid }: Surroundings): string {
  const override = env[runtimeVariable(app)];
  if (override) return override;
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), app, 'run');
  }
  if (platform === 'darwin') return join(env.HOME ?? homedir(), 'Library', 'Caches', app);
  const runtime = env.XDG_RUNTIME_DIR;
  if (platform === 'linux' && runtime && isAbsolute(runtime)) return join(runtime, app);
  return temporaryDir(app, env, uid);
}

function socketPath(app: string, dir: string, { env, platform, uid }: Surroundings): string {
  if (platform === 'win32') return `\\\\.\\pipe\\${app}-${userInfo().username}`;
  const path = join(dir, `${app}.sock`);
  if (Buffer.byteLength(path) <= wireLimits.socketPathBytesMax) return path;
  return join(temporaryDir(app, env, uid), 's');
}

function temporaryDir(app: string, env: NodeJS.ProcessEnv, uid: number): string {
  return join(env.TMPDIR || '/tmp', `${app}-${uid}`);
}

function unsafe(dir: string, why: string): StartError {
  return new StartError(5, `The runtime folder ${dir} is not safe: ${why}.`);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
