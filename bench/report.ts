import type { Row } from './measure.ts';
import { toTable } from './measure.ts';

/** What the last stored run found, and where. */
export interface Results {
  readonly machine: string;
  readonly date: string;
  readonly rows: readonly (Row & { readonly bench: string })[];
}

/** Rows of this run replace those of the same benches; the others stay as they were measured. */
export function mergeResults(old: Results | undefined, fresh: Results): Results {
  const benches = new Set(fresh.rows.map(({ bench }) => bench));
  const kept = (old?.rows ?? []).filter(({ bench }) => !benches.has(bench));
  const rows = [...kept, ...fresh.rows].sort((a, b) => (a.bench < b.bench ? -1 : 1));
  return { ...fresh, rows };
}

/** A ratio that got worse by more than this, and by more than its own spread, is a regression. */
const toleratedShare = 0.25;

/** Rows that are clearly worse than in the stored run, in words. */
export function regressions(old: Results | undefined, rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const before = old?.rows.find(({ what }) => what === row.what);
    if (before === undefined) return [];
    const worse = margin(before) / margin(row) - 1;
    if (worse <= Math.max(toleratedShare, row.spread, before.spread)) return [];
    return [
      `${row.what}: ${before.ratio.toPrecision(3)} × before, now ${row.ratio.toPrecision(3)} ×`,
    ];
  });
}

/** How far a row is on the good side of its figure: 2 is twice as good as asked for, 0.5 half. */
export function margin({ ratio, reach }: Row): number {
  const figure = Number(/[\d.]+/.exec(reach)?.[0] ?? 1);
  return reach.startsWith('at most') ? figure / ratio : ratio / figure;
}

/** The part of `docs/performance.md` that a run writes. */
export function toReport({ machine, date, rows }: Results): string {
  const benches = [...new Set(rows.map(({ bench }) => bench))];
  const parts = benches.map((bench) => {
    const own = rows.filter((row) => row.bench === bench);
    return `### ${bench}\n\n${toTable(own)}`;
  });
  const reached = rows.filter(({ ok }) => ok).length;
  return [
    `Measured ${date} on ${machine}. ${reached} of ${rows.length} figures reached.`,
    ...parts,
  ].join('\n\n');
}

const lineHeight = 22;
const labelWidth = 470;
const barWidth = 330;
const decades = 3;

/** One bar for each row, on a logarithmic scale: what reaches its figure crosses the line. */
export function toPlot({ rows }: Results): string {
  const height = rows.length * lineHeight + 60;
  const width = labelWidth + barWidth + 90;
  const middle = labelWidth + barWidth / decades;
  const scale = barWidth / decades;
  const bars = rows.map((row, n) => {
    const length = Math.min(decades - 1, Math.max(-1, Math.log10(margin(row)))) * scale;
    const [x, y] = [length < 0 ? middle + length : middle, 40 + n * lineHeight];
    return [
      `<text x="${labelWidth - 10}" y="${y + 12}" text-anchor="end">${escapeText(row.what)}</text>`,
      `<rect class="${row.ok ? 'ok' : 'missed'}" x="${x.toFixed(1)}" y="${y}" width="${Math.max(1, Math.abs(length)).toFixed(1)}" height="14" rx="2"/>`,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Every figure beside what it has to reach">`,
    '<style>text{fill:#57606a}.ok{fill:#2da44e}.missed{fill:#cf222e}line{stroke:#8c959f}@media(prefers-color-scheme:dark){text{fill:#9198a1}}</style>',
    ...[-1, 0, 1, 2].map((power) => {
      const x = (middle + power * scale).toFixed(1);
      const dashed = power === 0 ? '' : ' stroke-dasharray="2 4"';
      const words = power === 0 ? 'figure' : `${10 ** power} ×`;
      return `<line x1="${x}" y1="30" x2="${x}" y2="${height - 15}"${dashed}/><text x="${x}" y="22" text-anchor="middle">${words}</text>`;
    }),
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
