import { ideLimits } from '../../contract/limits.ts';
import type { EditorState, Position, TextRange } from '../../contract/workspace.ts';
import type { VaultPaths } from './vault-paths.ts';

export interface ShownRange extends TextRange {
  readonly isEmpty: boolean;
}

/** What `selection_changed` says. Without a file it clears what the client shows. */
export interface SelectionParams {
  readonly text: string;
  readonly filePath?: string;
  readonly fileUrl?: string;
  readonly selection: ShownRange;
}

const nowhere: TextRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function toSelectionParams(
  { active, selection, text }: Pick<EditorState, 'active' | 'selection' | 'text'>,
  paths: VaultPaths,
  root: string,
): SelectionParams {
  if (active === undefined) return { text: '', selection: toShownRange(nowhere) };
  return {
    text: cutText(text, ideLimits.selectionBytesMax),
    filePath: paths.toAbsolute(active, root),
    fileUrl: paths.toUrl(active, root),
    selection: toShownRange(selection ?? nowhere),
  };
}

/** True when nobody could see a difference: the column of a bare cursor is not shown. */
export function isSameSelection(a: SelectionParams, b: SelectionParams): boolean {
  if (a.filePath !== b.filePath || a.text !== b.text) return false;
  const [x, y] = [a.selection, b.selection];
  if (x.isEmpty && y.isEmpty) return x.start.line === y.start.line;
  return isSamePosition(x.start, y.start) && isSamePosition(x.end, y.end);
}

export function toShownRange({ start, end }: TextRange): ShownRange {
  return { start, end, isEmpty: isSamePosition(start, end) };
}

/** The first bytes of a text, without half a character at the end. */
function cutText(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return text;
  const bytes = Buffer.from(text);
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function isSamePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
