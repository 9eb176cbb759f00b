import type { Range } from './report.ts';

/** Lines of a note that the user points at, counted from zero, both included. */
export interface MentionedLines {
  readonly line_start: number;
  readonly line_end: number;
}

/** A selection that ends at the start of a line does not include that line; an empty one names none. */
export function toMentionedLines({ start, end }: Range): MentionedLines | undefined {
  const isEmpty = start.line === end.line && start.character === end.character;
  if (isEmpty) return undefined;
  const endsBefore = end.character === 0 && end.line > start.line;
  return { line_start: start.line, line_end: endsBefore ? end.line - 1 : end.line };
}
