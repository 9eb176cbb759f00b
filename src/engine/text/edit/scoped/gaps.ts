import type { Span } from '../../markdown/address.ts';
import type { EditSource } from '../change.ts';
import { lineStart, nextLine } from '../lines.ts';
import type { Splice } from '../splice.ts';

/** A blank line, if text that is no heading stands in the line above `at`. */
export function blankLineAbove({ text, note }: EditSource, at: number, eol: string): string {
  if (at <= note.bodyStart || isBlank(text, lineStart(text, at - 1), at)) return '';
  return note.headings.some(({ bodyStart }) => bodyStart === at) ? '' : eol;
}

/** A blank line, if something stands right at `at`. A heading needs none, but is easier to see with one. */
export function blankLineBelow(text: string, at: number, eol: string): string {
  return at >= text.length || isBlank(text, at, nextLine(text, at)) ? '' : eol;
}

/**
 * Takes whole lines out of `around`, with the blank lines that set them apart: those below, or
 * those above where nothing comes after them.
 */
export function removeLines(text: string, { start, end }: Span, around: Span): Splice {
  const first = lineStart(text, start);
  const last = nextLine(text, Math.max(start, end - 1));
  const below = /^(?:[ \t]*\r?\n)*/.exec(text.slice(last, around.end))?.[0].length ?? 0;
  const isLast = text.slice(last, around.end).trim() === '';
  if (isLast) {
    const above = /(?:^|\n)((?:[ \t]*\r?\n)*)$/.exec(text.slice(around.start, first))?.[1]?.length;
    return { start: first - (above ?? 0), end: last, text: '' };
  }
  const isApart = first <= around.start || isBlank(text, lineStart(text, first - 1), first);
  return { start: first, end: isApart ? last + below : last, text: '' };
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}
