import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { AgreedVersions, LedgerCursor } from './agreed.ts';
import { folderVersion, type Head, type Ledger, type LedgerChange } from './ledger.ts';

export interface Compared {
  /** What has to come into the folder. */
  readonly changes: readonly (LedgerChange & { readonly number: number })[];
  /** What is newer here than in a ledger that was restored, and is committed again. */
  readonly ours: readonly VaultPath[];
  /** Steps after this one are still to be brought in. */
  readonly cursor: LedgerCursor;
}

export interface CompareOptions {
  readonly ledger: Ledger;
  readonly agreed: AgreedVersions;
  readonly journal: Pick<Journal, 'read'>;
  /** The ledger has another history than the one that was agreed on. */
  readonly isOther: boolean;
}

/** All that is in the ledger against all that was agreed on. */
export async function compareHeads(options: CompareOptions): Promise<Compared> {
  const { ledger, agreed, isOther } = options;
  const { heads, number } = await readHeads(ledger);
  if (isOther) agreed.forgetNumbers();
  const changes: (LedgerChange & { number: number })[] = [];
  const ours: VaultPath[] = [];
  for (const head of heads.values()) {
    const { path, version: after, number: at } = head;
    const known = agreed.get(path);
    if (known?.version === after) agreed.record([{ path, ...known, number: at }]);
    else if (isOther && known !== undefined && isOlder(options, head)) {
      agreed.record([{ path, version: after, number: at }]);
      ours.push(path);
    } else {
      // In another history the version that was agreed on is no common ancestor.
      const before = isOther ? null : (known?.version ?? null);
      changes.push({ path, before, after, number: at });
    }
  }
  for (const [path, { version }] of [...agreed.entries()]) {
    if (heads.has(path)) continue;
    if (isOther) {
      agreed.record([{ path, version: null, number }]);
      ours.push(path);
    } else changes.push({ path, before: version, after: null, number });
  }
  const id = number === 0 ? '' : ((await ledger.since(number - 1, 1)).entries[0]?.id ?? '');
  return { changes, ours, cursor: { number, id } };
}

/** This machine knew the version before, so that what it has now came after it. */
function isOlder({ journal }: CompareOptions, { version }: Head): boolean {
  return version === folderVersion || journal.read(version) !== undefined;
}

async function readHeads(ledger: Ledger) {
  const heads = new Map<VaultPath, Head>();
  let number: number | undefined;
  let after: VaultPath | undefined;
  for (;;) {
    const page = await ledger.heads(after, ledgerLimits.headsPageMax);
    // Of the first page: later steps are brought in again, and find their work done.
    number ??= page.number;
    for (const head of page.heads) heads.set(head.path, head);
    after = page.heads.at(-1)?.path;
    if (page.heads.length < ledgerLimits.headsPageMax || after === undefined) break;
  }
  return { heads, number };
}
