import { createHash } from 'node:crypto';

/** Stable for a vault as long as its folder, named by its real path, stays where it is. */
export function toVaultId(real: string): string {
  return createHash('sha256').update(real).digest('hex').slice(0, 16);
}
