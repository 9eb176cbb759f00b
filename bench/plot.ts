import type { Row } from './measure.ts';
import type { Results } from './report.ts';
import { margin } from './table.ts';

const lineHeight = 22;
const labelWidth = 470;
const barWidth = 330;
const decades = 3;

/** Colours that read on a light and on a dark page. */
const style =
  '<style>text{fill:#57606a}.ok{fill:#2da44e}.missed{fill:#cf222e}line{stroke:#8c959f}@media(prefers-color-scheme:dark){text{fill:#9198a1}}</style>';

/** One bar for each row, on a logarithmic scale: what reaches its figure crosses the line. */
export function toPlot({ rows }: Results): string {
  const height = rows.length * lineHeight + 60;
  const width = labelWidth + barWidth + 90;
  const middle = labelWidth + barWidth / decades;
  const scale = barWidth / decades;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Every figure beside what it has to reach">`,
    style,
    ...[-1, 0, 1, 2].map((power) => {
      const x = (middle + power * scale).toFixed(1);
      const dashed = power === 0 ? '' : ' stroke-dasharray="2 4"';
      const words = power === 0 ? 'figure' : `${10 ** power} ×`;
      return `<line x1="${x}" y1="30" x2="${x}" y2="${height - 15}"${dashed}/><text x="${x}" y="22" text-anchor="middle">${words}</text>`;
    }),
    ...rows.map((row, n) => toBar(row, { y: 40 + n * lineHeight, middle, scale })),
    '</svg>\n',
  ].join('\n');
}

interface Place {
  readonly y: number;
  readonly middle: number;
  readonly scale: number;
}

function toBar(row: Row, { y, middle, scale }: Place): string {
  const length = Math.min(decades - 1, Math.max(-1, Math.log10(margin(row)))) * scale;
  const x = length < 0 ? middle + length : middle;
  return [
    `<text x="${labelWidth - 10}" y="${y + 12}" text-anchor="end">${escapeText(row.what)}</text>`,
    `<rect class="${row.ok ? 'ok' : 'missed'}" x="${x.toFixed(1)}" y="${y}" width="${Math.max(1, Math.abs(length)).toFixed(1)}" height="14" rx="2"/>`,
  ].join('\n');
}

export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
