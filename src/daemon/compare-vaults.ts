import { resolve } from 'node:path';
import type { VaultConfig } from './config.ts';

/** As much of an open vault as it takes to know it again. */
interface KnownVault {
  readonly config: VaultConfig;
}

/**
 * Which vaults a new configuration brings, and which it no longer names. With another default vault
 * none: protocols hold on to that one, so only a restart can change it.
 */
export function compareVaults<V extends KnownVault>(
  open: readonly V[],
  wanted: readonly VaultConfig[],
): { readonly added: readonly VaultConfig[]; readonly removed: readonly V[] } {
  const before = open.map(({ config }) => config);
  if (!hasSameDefault(before, wanted)) return { added: [], removed: [] };
  return {
    added: wanted.filter((vault) => !before.some((each) => isSame(each, vault))),
    removed: open.filter(({ config }) => !wanted.some((vault) => isSame(config, vault))),
  };
}

/** Without any there is the example vault, which no configuration names. */
export function hasSameDefault(
  [before]: readonly VaultConfig[],
  [after]: readonly VaultConfig[],
): boolean {
  return before !== undefined && after !== undefined && isSame(before, after);
}

function isSame(a: VaultConfig, b: VaultConfig): boolean {
  return resolve(a.path) === resolve(b.path) && a.name === b.name;
}
