import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toRecord } from '../kit/records.ts';
import type { Client } from '../protocols/local/client/client.ts';
import { connectDaemon } from './daemon-client.ts';
import type { Progress } from './progress.ts';
import { UsageError } from './usage-error.ts';

/** One vault and the methods of the local wire on it, wherever the engine runs. */
export interface VaultAccess {
  readonly name: string;
  /** Its folder. */
  readonly root: string;
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

/** The vault of a command: named, from the environment, around the current folder, or the only one. */
export async function openVault(wanted: Wanted): Promise<VaultAccess> {
  const { named, env, cwd } = wanted;
  const daemon = await connectDaemon(env);
  if (daemon !== undefined) {
    let vault: ServedVault | undefined;
    try {
      vault = findServed(await listServed(daemon), wanted);
    } finally {
      if (vault === undefined) await daemon.close();
    }
    if (vault !== undefined) return throughDaemon(daemon, vault);
  }
  const choice = named ?? env.OBSIDIAN_VAULT_PATH ?? findAround(cwd);
  // The engine is much larger than the command line, so it is loaded when it is needed.
  const { openInProcess } = await import('../daemon/in-process.ts');
  const opened = await openInProcess(choice === undefined ? undefined : { choice, cwd }, env);
  return { ...opened, daemon: undefined };
}

function throughDaemon(daemon: Client, { id, name, path }: ServedVault): VaultAccess {
  return {
    name,
    root: path,
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

async function listServed(daemon: Client): Promise<readonly ServedVault[]> {
  const { vault_folders: folders } = await daemon.status();
  return Array.isArray(folders) ? folders : [];
}

function findServed(served: readonly ServedVault[], wanted: Wanted): ServedVault | undefined {
  const { named, env, cwd } = wanted;
  const choice = named ?? env.OBSIDIAN_VAULT_PATH;
  if (choice !== undefined) return findChosen(served, choice, cwd);
  const around = findAround(cwd);
  const found = findSurrounding(served, cwd, around);
  if (found !== undefined || around !== undefined || served.length === 0) return found;
  const [only, ...others] = served;
  if (others.length === 0) return only;
  throw new UsageError(
    `The daemon serves ${served.length} vaults: ${toNames(served)}.`,
    'Say which one with --vault, or work inside the folder of one.',
  );
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
  throw new UsageError(
    `${called.length} vaults are called ${JSON.stringify(choice)}.`,
    `Name the folder of one: ${called.map(({ path }) => path).join(', ')}.`,
  );
}

/** The vault that the current folder is in, unless another one that is not served is nearer. */
function findSurrounding(
  served: readonly ServedVault[],
  cwd: string,
  around: string | undefined,
): ServedVault | undefined {
  const last = around && toRealPath(around);
  for (let folder = toRealPath(cwd); ; folder = dirname(folder)) {
    const found = findIn(served, folder);
    if (found !== undefined || folder === last || folder === dirname(folder)) return found;
  }
}

function findIn(served: readonly ServedVault[], folder: string): ServedVault | undefined {
  return served.find(({ path }) => toRealPath(path) === folder);
}

/** The nearest folder upwards that Obsidian has been in. */
export function findAround(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.obsidian'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
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
