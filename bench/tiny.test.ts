import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runApart } from './apart.ts';
import { goals } from './goals.ts';

/** All that needs neither a browser nor programs of others. */
const alone = [
  'fresh',
  'growth',
  'ide',
  'index',
  'local',
  'mcp',
  'memory',
  'query',
  'remote',
  'search',
  'watch',
  'writes',
];

// Vaults that are kept for the next bench are not shared with one that runs beside this test.
const apart = mkdtempSync(join(tmpdir(), 'vaultd-tiny-'));
process.env.TMPDIR = apart;
afterAll(() => rmSync(apart, { recursive: true, force: true }));

test.each(alone)('the bench %s measures what it promises, on a very small vault', async (bench) => {
  const { rows, failure } = await runApart(bench, ['--tiny']);
  expect(failure).toBeUndefined();
  expect(rows.length).toBeGreaterThan(0);
  for (const { what, ours, theirs } of rows) {
    expect({ what, isFigure: Number.isFinite(ours) && theirs > 0 }).toEqual({
      what,
      isFigure: true,
    });
  }
  const promised = goals.filter((goal) => goal.bench === bench && isThere(goal.needs));
  const unmeasured = promised.filter((goal) => !rows.some(({ what }) => goal.rows.test(what)));
  expect(unmeasured).toEqual([]);
});

function isThere(program: string | undefined): boolean {
  return program === undefined || spawnSync(program, ['--version']).status === 0;
}
