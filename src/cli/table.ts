import { stripVTControlCharacters } from 'node:util';
import { widthOf } from './style.ts';

export interface TableColumn {
  readonly align?: 'left' | 'right';
  /** Gives way when the terminal is narrow. */
  readonly isFlexible?: boolean;
}

export const left: TableColumn = {};
export const right: TableColumn = { align: 'right' };
export const flexible: TableColumn = { isFlexible: true };

/** The least width of a column that gives way, and of a text after a long label. */
const columnWidthMin = 12;
const textWidthMin = 20;

/** Rows under each other, no wider than the terminal. */
export function toTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  terminalWidth: number,
): string[] {
  const widths = columns.map((_, i) => Math.max(0, ...rows.map((row) => widthOf(row[i] ?? ''))));
  const gaps = 2 * (columns.length - 1);
  const excess = widths.reduce((sum, width) => sum + width, gaps) - terminalWidth;
  if (excess > 0) giveWay(columns, widths, excess);
  return rows.map((row) =>
    columns
      .map(({ align }, i) => pad(shorten(row[i] ?? '', widths[i] ?? 0), widths[i] ?? 0, align))
      .join('  ')
      .trimEnd(),
  );
}

/** Narrows columns that give way, always the widest one. */
function giveWay(columns: readonly TableColumn[], widths: number[], excess: number): void {
  for (let left = excess; left > 0; left--) {
    let widest = -1;
    for (const [i, width] of widths.entries()) {
      const canGive = columns[i]?.isFlexible === true && width > columnWidthMin;
      if (canGive && width > (widths[widest] ?? 0)) widest = i;
    }
    if (widest === -1) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** Cuts at the end. Colours are lost with the cut, the text is not garbled. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let short = '';
  for (const character of stripVTControlCharacters(text)) {
    if (widthOf(short + character) > width - 1) break;
    short += character;
  }
  return `${short}…`;
}

function pad(text: string, width: number, align: TableColumn['align'] = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** Lines no wider than that, broken between words. What has no blank is left as it is. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let room = 0;
  for (const word of text.split(' ')) {
    const wide = widthOf(word);
    if (lines.length > 0 && wide + 1 <= room) {
      lines[lines.length - 1] += ` ${word}`;
      room -= wide + 1;
    } else {
      lines.push(word);
      room = width - wide;
    }
  }
  return lines;
}

/** The same after a label; further lines are aligned with the first. */
export function hang(label: string, text: string, width: number): string {
  const indent = widthOf(label);
  const lines = wrap(text, Math.max(textWidthMin, width - indent));
  return label + lines.join(`\n${' '.repeat(indent)}`);
}
