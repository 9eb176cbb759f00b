import { relative, resolve, sep } from 'node:path';
import type { Context } from './context.ts';

/** The path of the note that the user means: its path, its name, or a file in the current folder. */
export async function resolveNote(
  context: Context,
  name: string,
  purpose: 'reading' | 'changing' = 'reading',
): Promise<string> {
  const { path } = await context.call<{ path: string }>('ResolveName', {
    name: fromCurrentFolder(context, name) ?? name,
    // Whoever changes a note says its own name: another one may mean another note tomorrow.
    aliases: purpose === 'reading',
  });
  return path;
}

/** Where a new note goes: as it is written, with the ending of notes. */
export function toNotePath(name: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.md`;
}

/** `./a.md` and `../b.md` mean files as the shell shows them, when the shell stands inside the vault. */
function fromCurrentFolder({ common, env, cwd }: Context, name: string): string | undefined {
  const root = common.vault ?? env.OBSIDIAN_VAULT_PATH;
  if (!/^\.{1,2}\//.test(name)) return undefined;
  const inside = relative(resolve(cwd, root ?? cwd), resolve(cwd, name));
  return inside.startsWith('..') ? undefined : inside.split(sep).join('/');
}
