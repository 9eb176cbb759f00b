import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import { rootPath, type VaultPath } from '../../../contract/paths.ts';
import type { Root } from '../vault/anchor.ts';
import { readEntry } from '../vault/apply.ts';
import { walkFolder } from '../vault/disk.ts';
import { folderVersion, type Ledger } from './ledger.ts';
import { createSharedPaths } from './shared-paths.ts';

/** What joining would do to a folder. */
export interface JoinPreview {
  /** Files that are the same on both sides. */
  readonly same: number;
  /** Files that would come from the ledger. */
  readonly fetched: number;
  /** Files of this folder that the others would get. */
  readonly added: readonly VaultPath[];
  /** Files that differ: the ledger's version keeps the name, and the one here becomes a copy. */
  readonly differing: readonly VaultPath[];
}

/** Compares a folder with the ledger, and changes nothing. */
export async function previewJoin(root: Root, ledger: Ledger): Promise<JoinPreview> {
  const heads = new Map<VaultPath, string>();
  for (let after: VaultPath | undefined; ; ) {
    const page = await ledger.heads(after, ledgerLimits.headsPageMax);
    for (const { path, version } of page.heads)
      if (version !== folderVersion) heads.set(path, version);
    after = page.heads.at(-1)?.path;
    if (page.heads.length < ledgerLimits.headsPageMax) break;
  }
  const isShared = createSharedPaths();
  let same = 0;
  const [added, differing]: [VaultPath[], VaultPath[]] = [[], []];
  for (const { path, stat } of walkFolder(root, rootPath, { recursive: true })) {
    if (stat.type !== 'file' || stat.special || !isShared(path)) continue;
    const version = heads.get(path);
    heads.delete(path);
    if (version === undefined) added.push(path);
    else if ((await readEntry(root, path)).hash === version) same++;
    else differing.push(path);
  }
  return { same, fetched: heads.size, added, differing };
}
