import { limits } from '../contract/limits.ts';
import type { VaultPath } from '../contract/paths.ts';
import { hashOf } from '../engine/store/vault/hash.ts';
import type { View } from '../engine/view.ts';

/** The version of a file as clients compare it; undefined where there is none to be had. */
export function readEtag({ vault }: Pick<View, 'vault'>, path: VaultPath): string | undefined {
  try {
    return hashOf(vault.readNow(path, limits.noteBytesMax).bytes);
  } catch {
    return undefined;
  }
}
