import type { TextRange } from '../../../contract/workspace.ts';
import { createLineMap } from '../../../kit/line-map.ts';
import { lineEnd } from '../../text/edit/lines.ts';

/** What to select in a note. Texts go before lines. */
export interface Wanted {
  readonly startText?: string | null | undefined;
  /** Selected up to its end, when it follows the start. */
  readonly endText?: string | null | undefined;
  readonly toLineEnd?: boolean | null | undefined;
  /** Counted from zero, both included. */
  readonly startLine?: number | null | undefined;
  readonly endLine?: number | null | undefined;
}

export interface FoundRange {
  readonly selection: TextRange | undefined;
  readonly text: string;
  /** What of the wanted texts is there. */
  readonly match: 'none-wanted' | 'nothing' | 'start' | 'start-without-end' | 'both';
}

export function findRange(text: string, wanted: Wanted): FoundRange {
  const { startText, endText, toLineEnd } = wanted;
  if (!startText) return findLines(text, wanted);
  const start = text.indexOf(startText);
  if (start === -1) return { selection: undefined, text: '', match: 'nothing' };
  const afterStart = start + startText.length;
  const endAt = endText ? text.indexOf(endText, afterStart) : -1;
  if (endText && endAt === -1) return select(text, start, start, 'start-without-end');
  const end = endText ? endAt + endText.length : afterStart;
  const match = endText ? 'both' : 'start';
  return select(text, start, toLineEnd ? lineEnd(text, end) : end, match);
}

function findLines(text: string, { startLine, endLine }: Wanted): FoundRange {
  if (startLine == null) return { selection: undefined, text: '', match: 'none-wanted' };
  const lines = createLineMap(text);
  const first = Math.min(startLine, endLine ?? startLine);
  const last = Math.max(startLine, endLine ?? startLine);
  const start = lines.offsetAt({ line: first, character: 0 });
  const end = lines.offsetAt({ line: last, character: Number.MAX_SAFE_INTEGER });
  return select(text, start, end, 'none-wanted');
}

function select(text: string, start: number, end: number, match: FoundRange['match']): FoundRange {
  const lines = createLineMap(text);
  const selection = { start: lines.positionAt(start), end: lines.positionAt(end) };
  return { selection, text: text.slice(start, end), match };
}
