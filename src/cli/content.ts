import { isRpcError, rpcCodes } from '../doors/local/wire/errors.ts';
import { UsageError } from './arguments.ts';
import type { Context } from './context.ts';

/** The text of a change: given as a word, else from standard input. */
export async function readContent(context: Context, given: string | undefined): Promise<string> {
  if (given !== undefined && given !== '-') return given;
  if (given === undefined && process.stdin.isTTY) {
    throw new UsageError(
      'TEXT is missing.',
      'Give it as a word in quotes, or pipe it in: echo text | vaultd …',
    );
  }
  return context.readStdin();
}

/** What an edit would change, as a unified diff. */
export async function showDifference(
  context: Context,
  path: string,
  edit: (text: string) => string,
): Promise<void> {
  const before = await readIfThere(context, path);
  const after = edit(before ?? '');
  const { unifiedDiff } = await import('./diff.ts');
  const lines = unifiedDiff(path, before, after);
  if (context.out.isJson) {
    return context.out.json({ path, changed: before !== after, diff: lines.join('\n') });
  }
  if (lines.length === 0) return context.out.say('Nothing would change.');
  for (const line of lines) context.out.line(paint(context, line));
}

/** What is different between two texts, as a unified diff for people. */
export async function printDiff(
  context: Context,
  path: string,
  before: string | undefined,
  after: string,
): Promise<void> {
  const { unifiedDiff } = await import('./diff.ts');
  for (const line of unifiedDiff(path, before, after)) context.out.line(paint(context, line));
}

/** A note's text, or `undefined` when there is no such note. */
export async function readIfThere({ call }: Context, path: string): Promise<string | undefined> {
  try {
    return (await call<{ content: string }>('ReadNote', { path })).content;
  } catch (thrown) {
    if (isRpcError(thrown) && thrown.code === rpcCodes.notFound) return undefined;
    throw thrown;
  }
}

function paint({ out: { style } }: Context, line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.bold(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}
