import { EditorState, type Extension } from '@codemirror/state';

/**
 * The editor would turn every line end into its own. A text with one kind of them keeps it, also
 * for new lines; in a mixture each stays as it is.
 */
export function keepLineEnds(text: string): Extension {
  const isWindows = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
  return EditorState.lineSeparator.of(isWindows ? '\r\n' : '\n');
}
