import type { Row } from './measure.ts';

/** A row, the bench that found it, and the day on which it did. */
export interface BenchRow extends Row {
  readonly bench: string;
  readonly date?: string;
}

/** How far a row is on the good side of its figure: 2 is twice as good as asked for, 0.5 half. */
export function margin({ ratio, reach }: Row): number {
  const figure = Number(/[\d.]+/.exec(reach)?.[0] ?? 1);
  return reach.startsWith('at most') ? figure / Math.max(ratio, 1e-6) : ratio / figure;
}

/** The rows as a table for people. */
export function toTable(rows: readonly Row[]): string {
  return [
    '| what | vaultd | beside | ratio | to reach | reached | runs | spread | processor time |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map(toRow),
  ].join('\n');
}

/** One row of the table. */
export function toRow(row: Row): string {
  const { what, unit, ours, beside, theirs, ratio, reach, ok, runs, spread, processor } = row;
  const cells = [
    what,
    `${round(ours)} ${unit}`,
    `${beside}: ${round(theirs)} ${unit}`,
    `${round(ratio)} ×`,
    reach,
    ok ? 'yes' : '**no**',
    runs,
    `± ${Math.round(spread * 100)} %`,
    processor === undefined ? '' : `${round(processor)} ×`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A number as people read it. */
export function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
