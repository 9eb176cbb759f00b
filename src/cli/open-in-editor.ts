import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOf } from '../contract/paths.ts';
import { isRpcError, rpcCodes } from '../protocols/local/client/errors.ts';
import { UsageError } from './arguments.ts';
import { change } from './change.ts';
import type { Context } from './context.ts';

interface Note {
  readonly content: string;
  readonly etag?: string;
}

/** Lets the user edit a copy, then writes it back unless somebody else was quicker. */
export async function openInEditor(
  context: Context,
  path: string,
  line = 1,
  { mayCreate = false, isDryRun = false } = {},
): Promise<void> {
  const before = await read(context, path, mayCreate);
  const folder = mkdtempSync(join(tmpdir(), 'vaultd-edit-'));
  const file = join(folder, nameOf(path));
  writeFileSync(file, before.content, { mode: 0o600 });
  runEditor(file, line, context.env);
  const content = readFileSync(file, 'utf8');
  if (content === before.content) context.out.say('Nothing was changed.');
  else await save(context, path, before, content, { file, isDryRun });
  rmSync(folder, { recursive: true });
}

async function read({ call }: Context, path: string, mayCreate: boolean): Promise<Note> {
  try {
    return await call<Note>('ReadNote', { path });
  } catch (thrown) {
    const isMissing = isRpcError(thrown) && thrown.code === rpcCodes.notFound;
    if (mayCreate && isMissing) return { content: '' };
    throw thrown;
  }
}

async function save(
  context: Context,
  path: string,
  { etag }: Note,
  content: string,
  { file, isDryRun }: { readonly file: string; readonly isDryRun: boolean },
): Promise<void> {
  try {
    await change(context, {
      method: etag === undefined ? 'CreateNote' : 'WriteNote',
      params: { path, content, ...(etag && { if_match: etag }) },
      isDryRun,
      say: () => `Wrote ${path}.`,
    });
  } catch (thrown) {
    context.out.note(`Your text is still in ${file}.`);
    throw thrown;
  }
}

function runEditor(file: string, line: number, env: NodeJS.ProcessEnv): void {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // Editors are set with options, as in "code --wait", so a shell reads the setting.
  const { status, error } = spawnSync(`${editor} ${atLine(editor, line)}`, {
    shell: true,
    stdio: 'inherit',
    env: { ...env, VAULTD_EDIT_FILE: file },
  });
  if (error !== undefined || status !== 0) {
    throw new UsageError(`The editor "${editor}" failed.`, 'Set EDITOR to one that works.');
  }
}

/** How well-known editors are told the line; others open the file at its start. */
function atLine(editor: string, line: number): string {
  const file = '"$VAULTD_EDIT_FILE"';
  if (line <= 1) return file;
  const [program = ''] = editor.split(' ');
  if (/(^|\/)(n?vim?|nano|emacs|kak|micro|joe)$/.test(program)) return `+${line} ${file}`;
  return /(^|\/)(code|cursor|codium)$/.test(program) ? `-g ${file}:${line}` : file;
}
