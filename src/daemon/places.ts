import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { runtimePaths } from '../protocols/local/client/runtime.ts';

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/vaultd/config.toml`, or `VAULTD_CONFIG`. */
export function configFile(env: Environment): string {
  return env.VAULTD_CONFIG || join(xdg(env, 'XDG_CONFIG_HOME', '.config'), 'vaultd/config.toml');
}

/** Holds a folder per vault. */
export function stateDir(env: Environment): string {
  return env.VAULTD_STATE_DIR || join(xdg(env, 'XDG_STATE_HOME', '.local/state'), 'vaultd');
}

/** What the owner lets single clients do. */
export function permissionFile(env: Environment): string {
  return join(stateDir(env), 'permissions.json');
}

/** Where the example vault is put, so that playing with it changes nothing that is installed. */
export function exampleDir(env: Environment): string {
  return join(xdg(env, 'XDG_DATA_HOME', '.local/share'), 'vaultd/example-vault');
}

/** Where clients of the remote protocol expect its socket and its token. */
export function remoteDir(env: Environment): string {
  return join(homeDir(env), '.obsidian-remote');
}

export function homeDir(env: Environment): string {
  return env.HOME || homedir();
}

/** `~/x` as people write it. */
export function expandHome(path: string, env: Environment): string {
  return path === '~' || path.startsWith('~/') ? join(homeDir(env), path.slice(1)) : path;
}

/** True when there is a folder at the path, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function xdg(env: Environment, name: string, fallback: string): string {
  const value = env[name];
  // Relative values are to be ignored, as the XDG specification says.
  return value && isAbsolute(value) ? value : join(homeDir(env), fallback);
}

/** The socket for `vaultd mcp`, in the folder of the local protocol's socket. */
export function mcpSocket(env: Environment): string {
  const { socket } = runtimePaths('vaultd', { env });
  return socket.startsWith('\\\\') ? `${socket}-mcp` : join(dirname(socket), 'mcp.sock');
}
