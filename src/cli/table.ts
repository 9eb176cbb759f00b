import { stripCodes, widthOf } from './style.ts';

export interface TableColumn {
  readonly title?: string;
  readonly align?: 'left' | 'right';
  /** Gives way when the terminal is narrow. */
  readonly isFlexible?: boolean;
}

/** Rows under each other, no wider than the terminal. */
export function toTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  terminalWidth: number,
): string[] {
  const titles = columns.map(({ title = '' }) => title);
  const all = titles.some((title) => title !== '') ? [titles, ...rows] : rows;
  const widths = columns.map((_, i) => Math.max(0, ...all.map((row) => widthOf(row[i] ?? ''))));
  const gaps = 2 * (columns.length - 1);
  const excess = widths.reduce((sum, width) => sum + width, gaps) - terminalWidth;
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible);
  if (excess > 0 && flexible !== -1) {
    widths[flexible] = Math.max(12, (widths[flexible] ?? 0) - excess);
  }
  return all.map((row) =>
    columns
      .map(({ align }, i) => pad(shorten(row[i] ?? '', widths[i] ?? 0), widths[i] ?? 0, align))
      .join('  ')
      .trimEnd(),
  );
}

/** Cuts at the end. Colours are lost with the cut, the text is not garbled. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let short = '';
  for (const character of stripCodes(text)) {
    if (widthOf(short + character) > width - 1) break;
    short += character;
  }
  return `${short}…`;
}

function pad(text: string, width: number, align: TableColumn['align'] = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}
