import { call } from '../../api/call.ts';
import { titleOf } from '../../kit/paths.ts';
import { toast, toastError } from '../../state/toasts.ts';
import { shown } from '../../state/workspace.ts';

/** Sends the open note, or the selected lines, to the connected assistant. */
export async function mentionShown(): Promise<void> {
  const now = shown.value;
  if (now === undefined) return;
  const range = now.selection?.text ? now.selection.range : undefined;
  try {
    await call('workspace.mention', {
      path: now.path,
      ...(range && { lineStart: range.start.line, lineEnd: lastLine(range) }),
    });
    const lines = range && `, lines ${range.start.line + 1} to ${lastLine(range) + 1},`;
    toast(`${titleOf(now.path)}${lines ?? ''} was sent to Claude.`, 'good');
  } catch (thrown) {
    toastError(thrown);
  }
}

/** A selection that ends before the first character of a line does not include that line. */
function lastLine({
  start,
  end,
}: {
  start: { line: number };
  end: { line: number; character: number };
}): number {
  return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}
