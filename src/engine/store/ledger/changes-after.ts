import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import type { LedgerCursor } from './agreed.ts';
import type { Ledger, LedgerChange } from './ledger.ts';

export interface ChangesAfter {
  /** Of whole steps, the oldest first. */
  readonly changes: readonly LedgerChange[];
  /** The last of those steps. */
  readonly cursor: LedgerCursor;
  /** There are later steps. */
  readonly more: boolean;
}

/**
 * What the steps after a cursor changed, until there are `max` changes. Undefined when the ledger
 * cannot tell: it has pruned them, or has another history than the one of the cursor.
 */
export async function readChangesAfter(
  ledger: Pick<Ledger, 'since'>,
  from: LedgerCursor,
  max: number,
): Promise<ChangesAfter | undefined> {
  if (from.number > 0) {
    const { entries } = await ledger.since(from.number - 1, 1);
    if (entries[0]?.id !== from.id) return undefined;
  }
  const changes: LedgerChange[] = [];
  for (let cursor = from; ; ) {
    const { entries, head, isPruned } = await ledger.since(
      cursor.number,
      ledgerLimits.pageStepsMax,
    );
    if (isPruned) return undefined;
    for (const { number, id, changes: own } of entries) {
      if (changes.length >= max) return { changes, cursor, more: true };
      changes.push(...own);
      cursor = { number, id };
    }
    if (entries.length === 0 || cursor.number >= head) return { changes, cursor, more: false };
  }
}
