import { statSync } from 'node:fs';
import { openRoot, type Root } from '../store/vault/anchor.ts';
import { makeStateFolder } from '../store/vault/state-folder.ts';
import { toVaultId } from '../store/vault/vault-id.ts';

/** Vaults that left a smaller snapshot are looked at faster than another thread or program starts. */
const snapshotBytesMin = 256 * 1024;

/** A vault whose first look is worth to begin early; undefined for what is small, new, or cannot be opened. */
export function findLargeVault(
  folder: string,
  stateDir: string,
): { readonly root: Root; readonly state: string } | undefined {
  try {
    const root = openRoot(folder);
    const state = makeStateFolder(stateDir, toVaultId(root.real));
    const snapshot = statSync(`${state}/index`, { throwIfNoEntry: false });
    const isLarge = snapshot !== undefined && snapshot.size >= snapshotBytesMin;
    return isLarge ? { root, state } : undefined;
  } catch {
    // Whoever opens the vault says what is wrong.
    return undefined;
  }
}
