import { spawnSync } from 'node:child_process';
import { findPostgres } from '../scripts/postgres.mjs';
import type { Ran } from './apart.ts';
import { goals } from './goals.ts';

/** Benches that need neither a browser nor peers. */
export const alone: readonly string[] = [
  'contact',
  'fresh',
  'growth',
  'ide',
  'index',
  'local',
  'mcp',
  'memory',
  'query',
  'remote',
  'rest',
  'search',
  'watch',
  'writes',
  ...(findPostgres() === undefined ? [] : ['ledger']),
];

/** What a bench on a very small vault shows to be broken in the bench itself: the figures of so small a run mean nothing. */
export function findFlaws({ bench, rows, failure }: Ran): string[] {
  const promised = goals.filter((goal) => goal.bench === bench && isThere(goal.needs));
  return [
    ...(failure === undefined ? [] : [failure]),
    ...(rows.length === 0 ? ['no rows'] : []),
    ...rows
      .filter(({ ours, theirs }) => !Number.isFinite(ours) || !(theirs > 0))
      .map(({ what }) => `no figure for "${what}"`),
    ...promised
      .filter((goal) => !rows.some(({ what }) => goal.rows.test(what)))
      .map(({ what }) => `nothing measured for the goal "${what}"`),
  ].map((flaw) => `${bench}: ${flaw}`);
}

function isThere(program: string | undefined): boolean {
  return program === undefined || spawnSync(program, ['--version']).status === 0;
}
