import { expect, test } from 'vitest';
import { allFaults } from '../../faults/all.ts';
import { type FaultReport, isPartOf, toSize } from '../../faults/support.ts';

/** The quick faults of these groups, with counts that still show a loss. */
export function testFaults(...groups: readonly string[]): void {
  const faults = groups.flatMap((group) => allFaults[group] ?? []);
  for (const { promise, run } of faults.filter((fault) => isPartOf('brief', fault))) {
    test(promise, async ({ skip }) => {
      const report = await run(toSize('brief', 7, 0));
      if (report.skipped !== undefined) skip(report.skipped);
      check(report);
    });
  }
}

/** Nothing was lost. Whether each fault struck is chance with so few rounds; `npm run faults -- --short` asks for that. */
function check({ losses, rounds }: FaultReport): void {
  expect(rounds).toBeGreaterThan(0);
  for (const [kind, count] of Object.entries(losses))
    expect({ [kind]: count }).toEqual({ [kind]: 0 });
}
