import type { Policy } from '../vault/policy.ts';
import type { LedgerFacts } from './ledger.ts';
import type { LedgerStatus, LedgerSync } from './sync.ts';

/** How a vault is shared, as far as one caller may see it. */
export interface SharingView {
  status(): LedgerStatus;
  /** What the ledger says; undefined while it is away. */
  facts(): Promise<LedgerFacts | undefined>;
}

export function viewSharing(sharing: LedgerSync, policy: Policy): SharingView {
  return {
    status() {
      const { conflicts, tooLarge, ...status } = sharing.status();
      return {
        ...status,
        conflicts: conflicts.filter((path) => policy.mayRead(path)),
        tooLarge: tooLarge.filter((path) => policy.mayRead(path)),
      };
    },
    facts: () => sharing.facts(),
  };
}
