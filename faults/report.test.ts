import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allFaults } from './all.ts';
import { type FaultRow, hasMissed, mergeRows, toReport } from './report.ts';
import { isPartOf } from './support.ts';

const row = (group: string, promise: string, losses = {}): FaultRow => ({
  ...{ group, promise, losses, name: promise, rounds: 1000, counts: { seenTwice: 3 } },
  ...{ seed: 7, seconds: 61, date: '2026-01-01', machine: 'a machine' },
});

test('a run replaces the rows of its groups and leaves the others', () => {
  const merged = mergeRows([row('a', 'old'), row('b', 'other')], [row('a', 'new')]);
  expect(merged.map(({ promise }) => promise)).toEqual(['new', 'other']);
});

test('the report counts what was lost, says how to repeat it, and what was not tried', () => {
  const skipped: FaultRow = { ...row('b', 'mounts'), skipped: 'only root may mount' };
  const report = toReport([
    row('a', 'good', { lostWrites: 0 }),
    row('a', 'bad', { torn: 2 }),
    skipped,
  ]);
  expect(report).toContain('1 of 2 faults lost nothing. All of them took 3 minutes.');
  expect(report).toContain('npm run faults -- a --seed 7');
  expect(report).toContain('| good | 1,000 | 0 (lost writes) | seen twice 3 | 61 s |');
  expect(report).toContain('| bad | 1,000 | **torn 2** | seen twice 3 | 61 s |');
  expect(report).toContain('| mounts | not tried: only root may mount |');
});

test('a fault that never struck is told from one that did', () => {
  const row = { name: 'n', rounds: 3, losses: { torn: 0 } };
  expect(hasMissed({ ...row, counts: { killed: 0, finished: 0 } })).toBe(true);
  expect(hasMissed({ ...row, counts: { killed: 0, finished: 1 } })).toBe(false);
  expect(hasMissed({ ...row, counts: {} })).toBe(false);
  expect(hasMissed({ ...row, counts: { killed: 0 }, skipped: 'no root' })).toBe(false);
});

test('every group of faults that can be quick is in the tests', () => {
  const folder = new URL('../test/faults/', import.meta.url);
  const named = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'([\w-]+)'/g)].map(
      ([, group]) => group,
    ),
  );
  const quick = Object.entries(allFaults)
    .filter(([, faults]) => faults.some((fault) => isPartOf('brief', fault)))
    .map(([group]) => group);
  expect(named.sort()).toEqual(quick.sort());
});
