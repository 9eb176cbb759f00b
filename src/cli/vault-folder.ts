import { basename, resolve } from 'node:path';
import { expandHome, isFolder } from '../daemon/places.ts';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';
import { UsageError } from './usage-error.ts';
import { findAround } from './vault-access.ts';

interface Asking {
  /** When no vault is named and none is around. */
  readonly question: string;
  /** A command line that names one. */
  readonly usage: string;
}

/**
 * The folder of a vault that is named by its folder or by its name in the configuration, or the one
 * around the working folder. For commands that change other programs, not notes.
 */
export async function findVaultFolder(
  { cwd, env }: Context,
  folder: string | undefined,
  { question, usage }: Asking,
): Promise<string> {
  const vault = folder ?? (env.OBSIDIAN_VAULT_PATH || findAround(cwd));
  if (vault === undefined) {
    const how = 'Name its folder, or run this inside a folder with .obsidian in it.';
    throw new UsageError(question, how);
  }
  const root = resolve(cwd, expandHome(vault, env));
  if (isFolder(root)) return root;
  const { readConfig } = await import('../daemon/config.ts');
  const { vaults } = readConfig({ ...env, OBSIDIAN_VAULT_PATH: '' });
  const configured = vaults.find(({ name, path }) => (name ?? basename(path)) === vault);
  if (configured !== undefined && isFolder(configured.path)) return resolve(configured.path);
  throw new CommandError(
    `There is no folder ${JSON.stringify(vault)}, so nothing was set up.`,
    `Name the folder of your notes: ${usage}`,
  );
}
