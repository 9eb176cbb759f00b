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
