import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../src/engine/store/ledger/ledger.ts';
import { MemoryLedger } from '../test/support/memory-ledger.ts';
import { EngineMachine } from './engine-machine.ts';
import { machineNames } from './ledger-model.ts';
import { runModel } from './model.ts';
import { cuttable, plantedFaults } from './planted-ledger.ts';

interface Planted {
  readonly plant: (ledger: Ledger) => Ledger;
  readonly seed: number;
  readonly settleMs: number;
}

/** Three engines on a ledger in memory, in which a fault may be planted, and from which they are cut off. */
async function runPlanted({ plant, seed, settleMs }: Planted) {
  const base = mkdtempSync(join(tmpdir(), 'm-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const shared = new MemoryLedger();
  const machines = await Promise.all(
    machineNames.map((name) => {
      const { ledger, link } = cuttable(plant(shared.connect()));
      return EngineMachine.open({ name, base, link, connect: () => ledger });
    }),
  );
  const { verdict } = await runModel({
    machines,
    seed,
    actions: 90,
    killOneIn: Number.MAX_SAFE_INTEGER,
    cutOneIn: 15,
    reader: shared.connect(),
    isStrict: true,
    settleMs,
  });
  await Promise.all(machines.map((machine) => machine.close().catch(() => undefined)));
  return verdict;
}

test('three folders with edits from inside and outside end equal, and every word is in a file', async () => {
  const verdict = await runPlanted({ plant: (ledger) => ledger, seed: 11, settleMs: 60_000 });
  expect(verdict).toEqual({ different: [], missing: [] });
});

const seeds = Array.from({ length: 10 }, (_, n) => n + 1);

for (const [fault, plant] of Object.entries(plantedFaults)) {
  test(`a planted fault is found: ${fault}`, async () => {
    for (const seed of seeds) {
      const { different, missing } = await runPlanted({ plant, seed, settleMs: 1000 });
      if (different.length + missing.length > 0) return;
    }
    expect.unreachable('no run found it');
  });
}
