import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOf } from '../contract/paths.ts';
import { isRpcError, rpcCodes } from '../protocols/local/client/errors.ts';
import { makeChange } from './change.ts';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';

interface NoteVersion {
  readonly content: string;
  readonly etag?: string;
}

/** Lets the user edit a copy, then writes it back unless the note has changed meanwhile. */
export async function openInEditor(
  context: Context,
  path: string,
  line = 1,
  mayCreate = false,
): Promise<void> {
  const before = await read(context, path, mayCreate);
  const folder = mkdtempSync(join(tmpdir(), 'vaultd-edit-'));
  const file = join(folder, nameOf(path));
  writeFileSync(file, before.content, { mode: 0o600 });
  let isKept = false;
  try {
    runEditor(file, line, context.env);
    const content = readFileSync(file, 'utf8');
    if (content === before.content) context.out.say('Nothing was changed.');
    else {
      const method = before.etag === undefined ? 'CreateNote' : 'WriteNote';
      const params = { path, content, ifMatch: before.etag };
      await makeChange(context, method, params, () => `Wrote ${path}.`);
    }
  } catch (thrown) {
    isKept = existsSync(file) && readFileSync(file, 'utf8') !== before.content;
    // Said with --quiet, too: this is the only copy of what the user wrote.
    if (isKept) process.stderr.write(`Your text is still in ${file}.\n`);
    throw thrown;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true });
  }
}

async function read({ call }: Context, path: string, mayCreate: boolean): Promise<NoteVersion> {
  try {
    return await call('ReadNote', { path });
  } catch (thrown) {
    const isMissing = isRpcError(thrown) && thrown.code === rpcCodes.notFound;
    if (mayCreate && isMissing) return { content: '' };
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
    throw new CommandError(`The editor "${editor}" failed.`, 'Set EDITOR to one that works.');
  }
}

/** How well-known editors are given the line; others open the file at its start. */
function atLine(editor: string, line: number): string {
  const file = '"$VAULTD_EDIT_FILE"';
  if (line <= 1) return file;
  const [program = ''] = editor.split(' ');
  if (/(^|\/)(n?vim?|nano|emacs|kak|micro|joe)$/.test(program)) return `+${line} ${file}`;
  return /(^|\/)(code|cursor|codium)$/.test(program) ? `-g ${file}:${line}` : file;
}
