import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRpcError, rpcCodes } from '../../doors/local/wire/errors.ts';
import { UsageError } from '../arguments.ts';
import { type Changed, sayChanged } from '../changed.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { showDifference } from '../content.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';

interface Note {
  readonly content: string;
  readonly etag?: string;
}

export const editCommand = defineCommand({
  name: 'edit',
  group: 'notes',
  summary: 'Open a note in your editor.',
  about: 'Uses $VISUAL, else $EDITOR, else vi. Changes of others meanwhile are never overwritten.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  flags: {
    create: { type: 'boolean', short: 'c', summary: 'Make the note when it is missing.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd edit Inbox', 'in your editor'],
    ['EDITOR="code --wait" vaultd edit Inbox', 'in another one'],
  ],
  async run(context, { args: [name = ''], flags }) {
    const path = flags.create ? toNotePath(name) : await resolveNote(context, name);
    const before = await read();
    const folder = mkdtempSync(join(tmpdir(), 'vaultd-edit-'));
    const file = join(folder, path.slice(path.lastIndexOf('/') + 1));
    writeFileSync(file, before.content, { mode: 0o600 });
    openEditor(file, context.env);
    const content = readFileSync(file, 'utf8');
    if (flags['dry-run']) await showDifference(context, path, () => content);
    else if (content === before.content) context.out.say('Nothing was changed.');
    else await save();
    rmSync(folder, { recursive: true });

    async function read(): Promise<Note> {
      try {
        return await context.call<Note>('ReadNote', { path });
      } catch (thrown) {
        if (flags.create && isRpcError(thrown) && thrown.code === rpcCodes.notFound)
          return { content: '' };
        throw thrown;
      }
    }

    async function save(): Promise<void> {
      const method = before.etag === undefined ? 'CreateNote' : 'WriteNote';
      try {
        const params = { path, content, ...(before.etag && { if_match: before.etag }) };
        sayChanged(context, await context.call<Changed>(method, params), `Wrote ${path}.`);
      } catch (thrown) {
        context.out.note(`Your text is still in ${file}.`);
        throw thrown;
      }
    }
  },
});

function openEditor(file: string, env: NodeJS.ProcessEnv): void {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // Editors are set with options, as in "code --wait", so a shell reads the setting.
  const { status, error } = spawnSync(`${editor} "$VAULTD_EDIT_FILE"`, {
    shell: true,
    stdio: 'inherit',
    env: { ...env, VAULTD_EDIT_FILE: file },
  });
  if (error !== undefined || status !== 0) {
    throw new UsageError(`The editor "${editor}" failed.`, 'Set EDITOR to one that works.');
  }
}
