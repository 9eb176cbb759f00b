import { relative, resolve, sep } from 'node:path';
import type { Context } from './context.ts';
import type { WordKind } from './flags.ts';
import { toMoment } from './times.ts';
import { UsageError } from './usage-error.ts';
import { toRealPath } from './vault-access.ts';

interface Purpose {
  /** A note to change is named by its own name: an alias may mean another note tomorrow. */
  readonly isChanging?: boolean;
  /** `--create` is given. */
  readonly creates?: boolean;
}

/** The value of a word of the command line. */
export async function readWord(
  context: Context,
  kind: WordKind | undefined,
  word: string,
  { isChanging = false, creates = false }: Purpose = {},
): Promise<string> {
  if (kind === 'text') return word === '-' ? context.readStdin() : word;
  if (kind === 'lines') return (await readWord(context, 'text', word)).replace(/(?<!\n)$/, '\n');
  const isFolder = word.endsWith('/');
  if (kind === 'folder' || (kind === 'note or folder' && isFolder)) return word.replace(/\/+$/, '');
  if (kind === 'new note' || (kind === 'note or new' && creates)) return toNotePath(word);
  if (kind === 'time') return toMoment(word);
  return kind?.startsWith('note') ? resolveNote(context, word, isChanging) : word;
}

/** The path of the note that the user means: its path, its name, or a file in the current folder. */
export async function resolveNote(
  context: Context,
  name: string,
  isChanging = false,
): Promise<string> {
  if (isChanging) await context.vaultToChange();
  const { path } = await context.call('ResolveName', {
    name: (await fromCurrentFolder(context, name)) ?? name,
    aliases: !isChanging,
  });
  return path;
}

/** Where a new note goes: as it is written, with the ending of notes. */
export function toNotePath(name: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.md`;
}

export function isTextKind(kind: WordKind | undefined): boolean {
  return kind === 'text' || kind === 'lines';
}

/** The word for a text that is not given: it comes from standard input. */
export function missingText(): string {
  if (!process.stdin.isTTY) return '-';
  throw new UsageError(
    'TEXT is missing.',
    'Pass it as an argument in quotes, or pipe it in: echo text | vaultd …',
  );
}

/** `./a.md` and `../b.md` mean files as the shell shows them, when the shell is inside the vault. */
async function fromCurrentFolder(context: Context, name: string): Promise<string | undefined> {
  if (!/^\.{1,2}\//.test(name)) return undefined;
  const { root } = await context.vault();
  const inside = relative(toRealPath(root), resolve(toRealPath(context.cwd), name));
  return inside.startsWith('..') ? undefined : inside.split(sep).join('/');
}
