import { BACKSLASH, PIPE, skipBlanks, trimEnd } from './chars.ts';
import type { Segments } from './segments.ts';

/** Adds one segment per cell of a table row. */
export function addCells(
  text: string,
  start: number,
  end: number,
  line: number,
  segments: Segments,
): void {
  const stop = trimEnd(text, start, end);
  let from = text.charCodeAt(start) === PIPE ? start + 1 : start;
  let isFirst = true;
  for (let at = from; at <= stop; at++) {
    at = findMark(text, at, stop);
    if (at < stop && text.charCodeAt(at) === BACKSLASH) at++;
    else {
      if (at === stop && from === stop && !isFirst) break;
      const cell = skipBlanks(text, from, at);
      segments.add(cell, Math.max(cell, trimEnd(text, cell, at)), line);
      isFirst = false;
      from = at + 1;
    }
  }
}

/** How many cells a row has. */
export function countCells(text: string, start: number, end: number): number {
  const stop = trimEnd(text, start, end) - 1;
  let cells = 1;
  for (let at = findMark(text, start + 1, stop); at < stop; at = findMark(text, at + 1, stop)) {
    if (text.charCodeAt(at) === BACKSLASH) at++;
    else cells++;
  }
  return cells;
}

/** Where the next pipe or backslash of a line stands, at most `end`. */
function findMark(text: string, from: number, end: number): number {
  marks.lastIndex = from;
  return marks.test(text) ? Math.min(marks.lastIndex - 1, end) : end;
}

const marks = /[\\|\n]/g;
