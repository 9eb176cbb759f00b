import { expect, test } from 'vitest';
import { allFaults } from '../../faults/all.ts';
import type { FaultReport } from '../../faults/support.ts';

/** Every fault of these groups in its short form. */
export function testFaults(...groups: readonly string[]): void {
  for (const { promise, isOnlyFull, run } of groups.flatMap((group) => allFaults[group] ?? [])) {
    if (isOnlyFull) continue;
    test(promise, async ({ skip }) => {
      const report = await run({ isShort: true, seed: 7, soakSeconds: 15 });
      if (report.skipped !== undefined) skip(report.skipped);
      check(report);
    }, 300_000);
  }
}

/** Nothing was lost, and the test did do something. */
function check({ losses, counts }: FaultReport): void {
  for (const [kind, count] of Object.entries(losses))
    expect({ [kind]: count }).toEqual({ [kind]: 0 });
  for (const [kind, count] of Object.entries(counts)) {
    expect(count, `${kind} happened`).toBeGreaterThan(0);
  }
}
