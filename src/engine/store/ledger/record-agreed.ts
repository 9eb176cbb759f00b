import type { VaultPath } from '../../../contract/paths.ts';
import type { Stat } from '../vault/stat.ts';
import { type AgreedChange, type AgreedVersions, type LedgerCursor, markOf } from './agreed.ts';
import { foldersAbove, folderVersion, type LedgerChange } from './ledger.ts';

/** Remembers what a step of the ledger left at its paths. `stats` are of files that hold it for certain. */
export function recordAgreed(
  agreed: AgreedVersions,
  changes: readonly Pick<LedgerChange, 'path' | 'after'>[],
  number: number,
  stats: ReadonlyMap<VaultPath, Stat>,
  cursor?: LedgerCursor,
): void {
  const records: AgreedChange[] = [];
  const folders = new Set<VaultPath>();
  for (const { path, after } of changes) {
    const stat = after === null || after === folderVersion ? undefined : stats.get(path);
    records.push({ path, version: after, number, mark: stat && markOf(stat) });
    if (after !== null) for (const folder of foldersAbove(path)) folders.add(folder);
  }
  for (const path of folders) {
    const isKnown = agreed.get(path)?.version === folderVersion;
    if (!isKnown) records.push({ path, version: folderVersion, number });
  }
  agreed.record(records, cursor);
}
