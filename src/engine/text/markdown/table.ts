import { BACKSLASH, PIPE, skipBlanks, trimEnd } from './chars.ts';
import type { Segments } from './segments.ts';

/** Adds one segment per cell of a table row and says how many there are. */
export function addCells(
  text: string,
  start: number,
  end: number,
  line: number,
  segments: Segments,
): number {
  const stop = trimEnd(text, start, end);
  let from = text.charCodeAt(start) === PIPE ? start + 1 : start;
  let cells = 0;
  for (let i = from; i <= stop; i++) {
    const unit = i === stop ? PIPE : text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    if (unit !== PIPE) continue;
    if (i === stop && from === stop && cells > 0) break;
    const cell = skipBlanks(text, from, i);
    segments.add(cell, Math.max(cell, trimEnd(text, cell, i)), line);
    cells++;
    from = i + 1;
  }
  return cells;
}

/** How many cells a row has. */
export function countCells(text: string, start: number, end: number): number {
  const stop = trimEnd(text, start, end);
  let cells = 1;
  for (let i = start + 1; i < stop - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === PIPE) cells++;
  }
  return cells;
}
