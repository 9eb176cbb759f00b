import { expect, test } from 'vitest';
import type { Ledger } from '../src/engine/store/ledger/ledger.ts';
import { MemoryLedger } from '../test/support/memory-ledger.ts';
import { checkHistory } from './check-history.ts';
import { swapContents } from './ledger-swaps.ts';
import { plantedFaults } from './planted-ledger.ts';

const noLink = { cutAfter() {}, drop() {}, restore() {}, close: async () => {} };

/** What is wrong with the history of three machines on a ledger in memory. */
async function kindsOf(plant: (ledger: Ledger) => Ledger): Promise<Set<string>> {
  const shared = new MemoryLedger();
  const open = async (machine: string) => {
    const ledger = shared.connect();
    return { link: noLink, ledger: machine === 'reader' ? ledger : plant(ledger) };
  };
  const { history, counts } = await swapContents({
    seed: 5,
    struckOneIn: 20,
    isOver: (made) => made >= 100,
    open,
  });
  expect(counts.committed).toBeGreaterThan(100);
  return new Set(checkHistory(history).map(({ kind }) => kind));
}

test('a ledger that works passes', async () => {
  expect(await kindsOf((ledger) => ledger)).toEqual(new Set());
});

const found: Readonly<Record<string, string>> = {
  'a commit is acknowledged before it happened': 'acknowledged step is missing',
  'steps are applied out of order': 'applied out of order',
  'the hash is not compared': 'two replaced the same content',
};

for (const [fault, plant] of Object.entries(plantedFaults)) {
  test(`a planted fault is found: ${fault}`, async () => {
    expect(await kindsOf(plant)).toContain(found[fault]);
  });
}
