import { ledgerConformance } from '../../../../test/support/ledger-conformance.ts';
import { MemoryLedger } from '../../../../test/support/memory-ledger.ts';

ledgerConformance(async () => {
  const shared = new MemoryLedger();
  return async () => shared.connect();
});
