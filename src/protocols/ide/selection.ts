import { ideLimits } from '../../contract/limits.ts';
import type { EditorState, Position, TextRange } from '../../contract/workspace.ts';
import type { VaultPaths } from './vault-paths.ts';

/** What `selection_changed` says. Without a file it clears what the client shows. */
export interface SelectionParams {
  readonly text: string;
  readonly filePath?: string;
  readonly fileUrl?: string;
  readonly selection: TextRange & { readonly isEmpty: boolean };
}

const emptyRange: TextRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function toSelectionParams(
  { active, selection, text }: Pick<EditorState, 'active' | 'selection' | 'text'>,
  paths: VaultPaths,
): SelectionParams {
  if (active === undefined) return { text: '', selection: { ...emptyRange, isEmpty: true } };
  const { start, end } = selection ?? emptyRange;
  return {
    text: cutText(text, ideLimits.selectionBytesMax),
    filePath: paths.toAbsolute(active),
    fileUrl: paths.toUrl(active),
    selection: { start, end, isEmpty: isSamePosition(start, end) },
  };
}

/** True when the client would show no difference: it does not show the column of a bare cursor. */
export function isSameSelection(a: SelectionParams, b: SelectionParams): boolean {
  if (a.filePath !== b.filePath || a.text !== b.text) return false;
  const [x, y] = [a.selection, b.selection];
  if (x.isEmpty && y.isEmpty) return x.start.line === y.start.line;
  return isSamePosition(x.start, y.start) && isSamePosition(x.end, y.end);
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
