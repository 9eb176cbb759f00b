import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Client } from '../protocols/local/client/client.ts';
import { UsageError } from './arguments.ts';
import { connectDaemon } from './daemon-client.ts';
import type { Progress } from './progress.ts';
import { StepFollower } from './step-follower.ts';

/** One vault and the methods of the local wire on it, wherever the engine runs. */
export interface VaultAccess {
  readonly name: string;
  /** The daemon that serves it, when one does. */
  readonly daemon: Client | undefined;
  call<R>(method: string, params?: Readonly<Record<string, unknown>>): Promise<R>;
  /** How far the present call is, where that is known. */
  progress?(): Progress | undefined;
  close(): Promise<void>;
}

interface Wanted {
  readonly named: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** The vault of a command: named, from the environment, around the current folder, or the only one. */
export async function openVault(wanted: Wanted): Promise<VaultAccess> {
  const daemon = await connectDaemon(wanted.env);
  const served = daemon === undefined ? {} : await servedVaults(daemon);
  const choice = wanted.named ?? wanted.env.OBSIDIAN_VAULT_PATH ?? findAround(wanted.cwd);
  const name = choice === undefined ? onlyOf(served) : findServed(served, choice, wanted.cwd);
  if (daemon !== undefined && name !== undefined) return throughDaemon(daemon, name);
  await daemon?.close();
  const others = Object.keys(served);
  if (choice === undefined && others.length > 1) throw severalServed(others);
  return inProcess(choice, wanted);
}

function throughDaemon(daemon: Client, name: string): VaultAccess {
  const steps = new StepFollower(daemon);
  return {
    name,
    daemon,
    call: (method, params = {}) => daemon.call(method, { vault: name, ...params }),
    progress: () => steps.latest(),
    close: () => daemon.close(),
  };
}

/**
 * Without a daemon the engine runs in this process. It is much larger than the command line, so it
 * is loaded when it is needed.
 */
async function inProcess(choice: string | undefined, { env, cwd }: Wanted): Promise<VaultAccess> {
  const { openInProcess } = await import('../daemon/in-process.ts');
  const opened = await openInProcess(choice === undefined ? undefined : { choice, cwd }, env);
  return { ...opened, daemon: undefined };
}

async function servedVaults(daemon: Client): Promise<Record<string, string>> {
  const { vault_paths: paths } = await daemon.status();
  return typeof paths === 'object' && paths !== null ? { ...paths } : {};
}

function findServed(
  served: Readonly<Record<string, string>>,
  choice: string,
  cwd: string,
): string | undefined {
  if (choice in served) return choice;
  const folder = toReal(resolve(cwd, choice));
  return Object.keys(served).find((name) => toReal(served[name] ?? '') === folder);
}

function onlyOf(served: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(served);
  return names.length === 1 ? names[0] : undefined;
}

/** The nearest folder upwards that Obsidian has been in. */
export function findAround(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.obsidian'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function severalServed(names: readonly string[]): UsageError {
  return new UsageError(
    `The daemon serves ${names.length} vaults: ${names.join(', ')}.`,
    'Say which one with --vault, or work inside the folder of one.',
  );
}
