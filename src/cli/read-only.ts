import { VaultError } from '../contract/errors.ts';
import { configFile } from '../daemon/places.ts';
import { isRpcError, rpcCodes } from '../protocols/local/client/errors.ts';
import type { Context } from './context.ts';
import { toRealPath, type VaultAccess } from './vault-access.ts';

/** A change that read-only mode refused, with the setting that caused it; anything else as it is. */
export async function explainReadOnly(
  { env }: Pick<Context, 'env'>,
  vault: VaultAccess,
  thrown: unknown,
): Promise<unknown> {
  if (!isRefusedAsReadOnly(thrown)) return thrown;
  const cause = await findCause(env, vault);
  if (cause === undefined) return thrown;
  const after = vault.daemon === undefined ? '' : ' and restart the daemon';
  return new VaultError('forbidden', `The vault ${vault.name} is read-only: ${cause.what}.`, {
    reason: 'read-only',
    hint: `${cause.fix}${after} to allow changes.`,
  });
}

/** A daemon whose vaults are all read-only does not have the methods that change something. */
function isRefusedAsReadOnly(thrown: unknown): boolean {
  if (!isRpcError(thrown)) return false;
  return thrown.code === rpcCodes.methodNotFound || thrown.data?.rule === 'read_only_mode';
}

interface Cause {
  readonly what: string;
  readonly fix: string;
}

async function findCause(
  env: NodeJS.ProcessEnv,
  { root, daemon }: VaultAccess,
): Promise<Cause | undefined> {
  const { readConfig } = await import('../daemon/config.ts');
  const { vaults, clients } = readConfig({ ...env, OBSIDIAN_READ_ONLY: '' }, [root]);
  const file = configFile(env);
  const inFile = (where: string): Cause => ({
    what: `${where} has read_only = true in ${file}`,
    fix: 'Remove it',
  });
  if (vaults.some(({ read_only }) => read_only)) return inFile('it');
  if (clients.cli?.read_only) return inFile('[clients.cli]');
  const variable = 'OBSIDIAN_READ_ONLY';
  if (daemon !== undefined) {
    const status = await daemon.call<readonly { path: string; read_only: boolean }[]>('ListVaults');
    const own = status.find(({ path }) => toRealPath(path) === toRealPath(root));
    // Its owner may have said so on the dashboard; then the error already tells how to change it.
    if (own?.read_only !== true) return undefined;
    return { what: `the daemon was started with ${variable}`, fix: `Unset ${variable}` };
  }
  return env[variable] ? { what: `${variable} is set`, fix: `Unset ${variable}` } : undefined;
}
