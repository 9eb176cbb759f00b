import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isNote } from '../contract/paths.ts';
import { configFile } from '../daemon/places.ts';
import { toRecord } from '../kit/records.ts';
import type { Client } from '../protocols/local/client/client.ts';
import { CommandError } from './command-error.ts';
import { connectDaemon } from './daemon-client.ts';
import type { Progress } from './progress.ts';

/** How the vault of a command was found. */
export type FoundBy = 'name' | 'environment' | 'folder' | 'default';

/** One vault and the methods of the local wire on it, wherever the engine runs. */
export interface VaultAccess {
  readonly name: string;
  /** Its folder. */
  readonly root: string;
  readonly foundBy: FoundBy;
  /** The daemon that serves it, when one does. */
  readonly daemon: Client | undefined;
  call<R>(method: string, params: Readonly<Record<string, unknown>>): Promise<R>;
  /** How far the present call is, where that is known. */
  progress(): Progress | undefined;
  close(): Promise<void>;
}

interface Wanted {
  readonly named: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** A vault of the daemon. Names need not be unique, ids are. */
interface ServedVault {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** A served vault, or the name or folder of one to open in this process; the only one when absent. */
interface Choice {
  readonly foundBy: FoundBy;
  readonly served?: ServedVault | undefined;
  readonly choice?: string | undefined;
}

/** The vault of a command: named, from the environment, around the current folder, or the only one. */
export async function openVault(wanted: Wanted): Promise<VaultAccess> {
  const { env, cwd } = wanted;
  const daemon = await connectDaemon(env);
  let chosen: Choice | undefined;
  try {
    chosen = await chooseVault(daemon === undefined ? [] : await listServed(daemon), wanted);
  } finally {
    if (chosen?.served === undefined) await daemon?.close();
  }
  const { foundBy, served, choice } = chosen;
  if (daemon !== undefined && served !== undefined) return throughDaemon(daemon, served, foundBy);
  // The engine is much larger than the command line, so it is loaded when it is needed.
  const { openInProcess } = await import('../daemon/in-process.ts');
  const opened = await openInProcess(choice === undefined ? undefined : { choice, cwd }, env);
  return { ...opened, foundBy, daemon: undefined };
}

async function chooseVault(served: readonly ServedVault[], wanted: Wanted): Promise<Choice> {
  const { named, env, cwd } = wanted;
  const choice = named ?? (env.OBSIDIAN_VAULT_PATH || undefined);
  if (choice !== undefined) {
    const foundBy = named === undefined ? 'environment' : 'name';
    return { foundBy, choice, served: findChosen(served, choice, cwd) };
  }
  const folders = upwards(toRealPath(cwd));
  for (const folder of folders) {
    const found = findIn(served, folder);
    if (found !== undefined) return { foundBy: 'folder', served: found };
    if (isVaultFolder(folder)) return { foundBy: 'folder', choice: folder };
  }
  const configured = (await readConfigured(env)).map(({ path }) => toRealPath(path));
  const around = folders.find((folder) => configured.includes(folder));
  if (around !== undefined) return { foundBy: 'folder', choice: around };
  const [only, ...others] = served;
  if (others.length === 0) return { foundBy: 'default', served: only };
  throw new CommandError(
    `The daemon serves ${served.length} vaults: ${toNames(served)}.`,
    'Name one with --vault, or run this in the folder of one.',
  );
}

/** The configured vaults. The schemas are large, so they are loaded when there is a file. */
async function readConfigured(env: NodeJS.ProcessEnv): Promise<readonly Omit<ServedVault, 'id'>[]> {
  if (!existsSync(configFile(env))) return [];
  const { readConfig } = await import('../daemon/config.ts');
  return readConfig(env).vaults.map(({ name, path }) => ({
    name: name ?? basename(path),
    path: resolve(path),
  }));
}

/**
 * Throws when a change would go to a vault that the user did not mean: the current folder has notes
 * that belong to no known vault, and nothing but the lack of a choice led to this one.
 */
export function requireMeant({ foundBy, name, root }: VaultAccess, cwd: string): void {
  if (foundBy !== 'default' || !hasNotes(cwd)) return;
  throw new CommandError(
    'This folder has notes, but it is not a vault that vaultd knows. Nothing was changed.',
    `To change the vault ${name} (${root}): vaultd --vault ${quoteName(name)} COMMAND. To make this folder a vault: vaultd vault add .`,
  );
}

function hasNotes(folder: string): boolean {
  return readdirSync(folder).some((name) => isNote(name) && !name.startsWith('.'));
}

/** A name as it is typed in a shell. */
export function quoteName(name: string): string {
  return /^[\w.@%+:,/-]+$/.test(name) ? name : `"${name}"`;
}

function throughDaemon(
  daemon: Client,
  { id, name, path }: ServedVault,
  foundBy: FoundBy,
): VaultAccess {
  return {
    name,
    root: path,
    foundBy,
    daemon,
    call: (method, params) => daemon.call(method, { vault: id, ...params }),
    progress: followSteps(daemon),
    close: () => daemon.close(),
  };
}

/** How far the change that this client makes is. */
function followSteps(daemon: Client): () => Progress | undefined {
  let latest: Progress | undefined;
  let isFollowing = false;
  const follow = async (): Promise<void> => {
    const { client } = await daemon.call<{ client: string }>('Identify', { name: 'cli' });
    for await (const { data } of await daemon.subscribe({ topics: ['steps'] })) {
      const { client: owner, stage, done, total } = toRecord(data);
      if (owner !== client) continue;
      const known = stage === 'writing' ? 'writing' : 'planning';
      latest = { stage: known, done: Number(done), total: Number(total) };
    }
  };
  return () => {
    // Most calls end before this is asked, and need no events.
    if (!isFollowing) void follow().catch(() => undefined);
    isFollowing = true;
    return latest;
  };
}

/** Names that `--vault` takes: those of the daemon, and those of the configuration. */
export async function listVaultNames(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const daemon = await connectDaemon(env);
  try {
    const served = daemon === undefined ? [] : await listServed(daemon);
    const configured = await readConfigured(env);
    return [...new Set([...served, ...configured].map(({ name }) => name))];
  } finally {
    await daemon?.close();
  }
}

/** The vaults of the daemon, the default one first. */
export async function listServed(daemon: Client): Promise<readonly ServedVault[]> {
  const { vault_folders: folders } = await daemon.status();
  return Array.isArray(folders) ? folders : [];
}

/** The only vault of that name, else the vault in that folder. */
function findChosen(
  served: readonly ServedVault[],
  choice: string,
  cwd: string,
): ServedVault | undefined {
  const called = served.filter(({ name }) => name === choice);
  const folder = toRealPath(resolve(cwd, choice));
  const found = called.length === 1 ? called[0] : findIn(served, folder);
  if (found !== undefined || called.length === 0) return found;
  throw new CommandError(
    `${called.length} vaults are called ${JSON.stringify(choice)}.`,
    `Name the folder of one: ${called.map(({ path }) => path).join(', ')}.`,
  );
}

function findIn(served: readonly ServedVault[], folder: string): ServedVault | undefined {
  return served.find(({ path }) => toRealPath(path) === folder);
}

/** The nearest folder upwards that Obsidian has been in. */
export function findAround(cwd: string): string | undefined {
  return upwards(resolve(cwd)).find(isVaultFolder);
}

function isVaultFolder(folder: string): boolean {
  return existsSync(join(folder, '.obsidian'));
}

/** The folder and all above it. */
function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

/** Without links on the way; as it is where there is no such file. */
export function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Folders where names are not unique. */
function toNames(served: readonly ServedVault[]): string {
  const names = served.map(({ name }) => name);
  const isUnique = new Set(names).size === names.length;
  return (isUnique ? names : served.map(({ path }) => path)).join(', ');
}
