import { findExplanation } from './explanations.ts';
import { toGoals } from './goals.ts';
import type { Row } from './measure.ts';
import { type BenchRow, margin, round, toTable } from './table.ts';

/** What the last stored runs found, and where. */
export interface Results {
  readonly machine: string;
  readonly rows: readonly BenchRow[];
}

/** Rows of this run replace those of the same bench; a bench that failed replaces only what it measured. */
export function mergeResults(old: Results | undefined, fresh: Results, isComplete = true): Results {
  const isReplaced = (row: BenchRow) =>
    fresh.rows.some(
      ({ bench, what, beside }) =>
        bench === row.bench && (isComplete || (what === row.what && beside === row.beside)),
    );
  const kept = (old?.rows ?? []).filter((row) => !isReplaced(row));
  const rows = [...kept, ...fresh.rows].sort((a, b) =>
    a.bench === b.bench ? 0 : a.bench < b.bench ? -1 : 1,
  );
  return { ...fresh, rows };
}

/** A ratio that got worse by more than this, and by more than its own spread, is a regression. */
const toleratedShare = 0.25;
/** An exponent near zero moves by large shares and means nothing by it. */
const toleratedExponent = 0.15;

/** Rows that are clearly worse than in the stored run, in words. */
export function regressions(old: Results | undefined, rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const before = old?.rows.find(({ what, beside }) => what === row.what && beside === row.beside);
    if (before === undefined || !isWorse(before, row)) return [];
    return [
      `${row.what}: ${before.ratio.toPrecision(3)} × before, now ${row.ratio.toPrecision(3)} ×`,
    ];
  });
}

function isWorse(before: Row, row: Row): boolean {
  if (row.points !== undefined) return row.ratio - before.ratio > toleratedExponent;
  const worse = margin(before) / margin(row) - 1;
  return worse > Math.max(toleratedShare, row.spread, before.spread);
}

/** Rows that do not reach their figure, in words. */
export function missedRows(rows: readonly Row[]): string[] {
  return rows
    .filter(({ ok }) => !ok)
    .map(
      ({ what, beside, ratio, reach }) =>
        `${what}: ${ratio.toPrecision(3)} × ${beside}, to reach ${reach}`,
    );
}

/** The part of `docs/performance.md` that a run writes. */
export function toReport({ machine, rows }: Results): string {
  const benches = [...new Set(rows.map(({ bench }) => bench))];
  const reached = rows.filter(({ ok }) => ok).length;
  return [
    `Measured on ${machine}. ${reached} of ${rows.length} figures reached.`,
    '### Goals',
    toGoals(rows),
    ...benches.flatMap((bench) => toSection(bench, rows)),
    '## Where we lose, and why',
    toLosses(rows),
  ].join('\n\n');
}

function toSection(bench: string, rows: readonly BenchRow[]): string[] {
  const own = rows.filter((row) => row.bench === bench);
  const dates = [...new Set(own.flatMap(({ date }) => date ?? []))].sort();
  const day = dates.length === 0 ? [] : [`Measured ${dates.join(' and ')}.`];
  const points = own.some((row) => row.points !== undefined) ? [toPoints(own)] : [];
  return [`### ${bench}`, ...day, toTable(own), ...points];
}

/** What was measured at each size, beside the exponent that fits it. */
function toPoints(rows: readonly Row[]): string {
  const sizes = [...new Set(rows.flatMap(({ points }) => points ?? []).map(({ notes }) => notes))];
  const lines = rows.flatMap(({ what, points, ours, unit }) => {
    if (points === undefined) return [];
    const cells = sizes.map((size) => points.find(({ notes }) => notes === size)?.value);
    const words = cells.map((value) => (value === undefined ? '' : round(value)));
    return [
      `| ${what} | ${unit.replace(/^.*of /, '')} | ${words.join(' | ')} | ${ours.toFixed(2)} |`,
    ];
  });
  return [
    `| what | unit | ${sizes.map((size) => `${size.toLocaleString('en')} notes`).join(' | ')} | exponent |`,
    `|---|---|${'---|'.repeat(sizes.length)}---|`,
    ...lines,
  ].join('\n');
}

function toLosses(rows: readonly BenchRow[]): string {
  const missed = rows.filter(({ ok }) => !ok);
  if (missed.length === 0) return 'Nowhere in this run.';
  return missed
    .map((row) => {
      const why = findExplanation(row) ?? 'Not explained yet.';
      return `- **${row.what}**, ${row.ratio.toPrecision(3)} × ${row.beside}, to reach ${row.reach}. ${why}`;
    })
    .join('\n');
}
