import * as z from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { joinPath, type VaultPath } from '../../contract/paths.ts';
import type { Entry } from '../../engine/store/vault/disk.ts';
import { type Call, defineOperation } from '../operation.ts';

export const fileNames = defineOperation({
  name: 'file.names',
  summary: 'The names in a folder; names of folders end with a slash.',
  access: 'read',
  at: { rest: 'GET vault/FOLDER' },
  input: z.object({ path: vaultPath }),
  output: z.object({ names: z.array(z.string()) }),
  fails: ['not-a-folder', 'not-found'],
  async run({ vault }, { path }) {
    const entries = await vault.listCached(path);
    return { names: entries.flatMap((entry) => toName(vault, path, entry)).sort() };
  },
});

/** A link has the name of what it leads to; one that leads nowhere, or out of the vault, has none. */
function toName(
  vault: Pick<Call['vault'], 'stat'>,
  folder: VaultPath,
  { name, stat }: Entry,
): string[] {
  const type = stat.type === 'symlink' ? targetType(vault, joinPath(folder, name)) : stat.type;
  if (type === undefined) return [];
  return [type === 'folder' ? `${name}/` : name];
}

function targetType(vault: Pick<Call['vault'], 'stat'>, path: VaultPath): string | undefined {
  try {
    return vault.stat(path)?.type;
  } catch (thrown) {
    if (isVaultError(thrown)) return undefined;
    throw thrown;
  }
}
