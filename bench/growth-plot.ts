import type { Row } from './measure.ts';
import { escapeText } from './plot.ts';
import type { Results } from './report.ts';

const [width, height] = [830, 420];
const area = { left: 60, right: 470, top: 40, bottom: 380 };
const labelX = area.right + 28;
const labelHeight = 18;

/** Hues that can be told apart on a light and on a dark page. */
const colours = [
  '#8250df',
  '#2da44e',
  '#0969da',
  '#bf8700',
  '#cf222e',
  '#1b7c83',
  '#bf3989',
  '#6e7781',
];

/** How often the cost at the smallest size each cost is at the others; both scales are logarithmic. */
export function toGrowthPlot({ rows }: Results): string {
  const grown = rows.filter((row) => row.points !== undefined && row.points.length > 1);
  const sizes = [...new Set(grown.flatMap(({ points = [] }) => points.map(({ notes }) => notes)))];
  const [least = 1, most = 10] = [sizes[0], sizes.at(-1)];
  const decades = Math.log10(most / least);
  const x = (notes: number) =>
    area.left + ((area.right - area.left) * Math.log10(notes / least)) / decades;
  const y = (times: number) =>
    area.bottom - ((area.bottom - area.top) * Math.max(0, Math.log10(times))) / decades;
  const place = { x, y };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="How cost grows with the number of notes">`,
    '<style>text{fill:#57606a}.grid{stroke:#8c959f;stroke-dasharray:2 4}.even{stroke:#8c959f}polyline{fill:none;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#9198a1}}</style>',
    `<text x="${area.left - 46}" y="22">times the cost at ${least.toLocaleString('en')} notes</text>`,
    ...sizes.map(
      (size) =>
        `<line class="grid" x1="${x(size).toFixed(1)}" y1="${area.top}" x2="${x(size).toFixed(1)}" y2="${area.bottom}"/><text x="${x(size).toFixed(1)}" y="${area.bottom + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    ...sizes.map((size) => {
      const times = size / least;
      return `<text x="${area.left - 10}" y="${(y(times) + 4).toFixed(1)}" text-anchor="end">${times} ×</text>`;
    }),
    `<line class="even" x1="${area.left}" y1="${area.bottom}" x2="${area.right}" y2="${area.top}"/>`,
    `<text x="${area.right - 6}" y="${area.top - 8}" text-anchor="end">in proportion</text>`,
    ...grown.map((row, n) => toCurve(row, n, place)),
    '</svg>\n',
  ].join('\n');
}

interface Place {
  x(notes: number): number;
  y(times: number): number;
}

function toCurve({ what, ours, points = [] }: Row, n: number, { x, y }: Place): string {
  const colour = colours[n % colours.length];
  const first = points[0]?.value ?? 1;
  const dots = points.map(({ notes, value }) => [x(notes).toFixed(1), y(value / first).toFixed(1)]);
  const label = what.replace(/^growth: /, '').replace(/, [\d,]+ to .*$/, '');
  const labelY = area.top + 12 + n * labelHeight;
  return [
    `<polyline stroke="${colour}" points="${dots.map((dot) => dot.join()).join(' ')}"/>`,
    ...dots.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
    `<rect x="${labelX - 16}" y="${labelY - 10}" width="10" height="10" rx="2" fill="${colour}"/>`,
    `<text x="${labelX}" y="${labelY}">${escapeText(label)} (${ours.toFixed(2)})</text>`,
  ].join('');
}
