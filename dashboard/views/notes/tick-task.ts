/** The text with another mark in the box of the task on a line; undefined when there is none. */
export function tickTask(text: string, line: number, mark: string): string | undefined {
  const lines = text.split('\n');
  const task = lines[line];
  const ticked = task?.replace(/^(\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[).(\])/, `$1${mark}$2`);
  if (ticked === undefined || ticked === task) return undefined;
  return [...lines.slice(0, line), ticked, ...lines.slice(line + 1)].join('\n');
}
