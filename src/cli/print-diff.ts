import type { Context } from './context.ts';

/** What is different between two texts, as a unified diff for people. */
export async function printDiff(
  { out }: Context,
  path: string,
  before: string | undefined,
  after: string,
): Promise<void> {
  // Loaded only when something is shown: most commands show no difference.
  const { unifiedDiff } = await import('../operations/unified-diff.ts');
  for (const line of unifiedDiff(path, before, after)) out.line(paint(line, out.style));
}

function paint(line: string, style: Context['out']['style']): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.bold(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}
