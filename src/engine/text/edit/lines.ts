/** The line ending a text uses: that of its first line, LF when it has only one. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const feed = text.indexOf('\n');
  return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n';
}

/** `text` with every line ended by `eol`. */
export function withLineEnding(text: string, eol: string): string {
  return text.replace(/\r\n|\n/g, eol);
}

/** Where the line that holds `at` begins. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line that holds `at` ends, before its line ending. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  if (feed === -1) return text.length;
  return feed > at && text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** Where the line after the one that holds `at` begins. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed === -1 ? text.length : feed + 1;
}

/** A line ending, if the text right before `at` lacks one. A byte order mark is no text. */
export function unterminated(text: string, at: number, eol: string): string {
  const before = text[at - 1];
  const isStart = at === 0 || (at === 1 && before === '\ufeff');
  return isStart || before === '\n' ? '' : eol;
}
