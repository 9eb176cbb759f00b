import { nameOf } from '../../contract/paths.ts';
import { type ChangeAnswer, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { plural } from '../numbers.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';

interface Renamed extends ChangeAnswer {
  readonly from: string;
  readonly to: string;
  readonly links_updated: number;
}

interface Moved {
  readonly path: string;
  readonly isFolder: boolean;
}

const moveFlags = {
  'keep-links': { type: 'boolean', summary: 'Do not change links to it.' },
  'dry-run': dryRunFlag,
} as const;

const movedArgument = {
  name: 'NOTE',
  summary: 'Its name, path or wikilink; a folder with "/" at the end.',
  kind: 'note or folder',
} as const;

export const moveCommand = defineCommand({
  name: 'move',
  group: 'notes',
  brief: 'to another folder',
  summary: 'Move a note or a folder to another folder or path.',
  args: [
    movedArgument,
    { name: 'TO', summary: 'A path, or a folder with "/" at the end.', kind: 'folder' },
  ],
  flags: moveFlags,
  examples: [
    ['vaultd move "Garden plan" Archive/', 'into a folder, under its name'],
    ['vaultd move Inbox "Archive/Inbox 2024"', 'to another path'],
    ['vaultd move Projects/Old/ Archive/', 'a folder with all that is in it'],
  ],
  async run(context, { args: [name = '', to = ''], flags }) {
    const moved = await resolveMoved(context, name);
    const target = to.endsWith('/') ? `${to}${nameOf(moved.path)}` : withEnding(to, moved);
    await rename(context, moved.path, target, flags);
  },
});

export const renameCommand = defineCommand({
  name: 'rename',
  group: 'notes',
  brief: 'in the same folder',
  summary: 'Give a note or a folder another name where it is.',
  args: [movedArgument, { name: 'NAME', summary: 'The new name; .md may be left out.' }],
  flags: moveFlags,
  examples: [['vaultd rename "Garden plan" "Garden 2025"', 'links to it are changed, too']],
  async run(context, { args: [name = '', newName = ''], flags }) {
    const moved = await resolveMoved(context, name);
    const folder = moved.path.slice(0, -nameOf(moved.path).length);
    await rename(context, moved.path, `${folder}${withEnding(newName, moved)}`, flags);
  },
});

async function resolveMoved(context: Context, name: string): Promise<Moved> {
  if (name.endsWith('/')) return { path: name.replace(/\/+$/, ''), isFolder: true };
  return { path: await resolveNote(context, name, 'changing'), isFolder: false };
}

async function rename(
  context: Context,
  path: string,
  to: string,
  flags: { readonly 'keep-links': boolean; readonly 'dry-run': boolean },
): Promise<void> {
  await change<Renamed>(context, {
    method: 'RenameNote',
    params: { path, to, update_links: !flags['keep-links'] },
    isDryRun: flags['dry-run'],
    say: (result) => {
      const { links_updated: count } = result;
      const links = count > 0 ? ` ${plural(count, 'link')} changed.` : '';
      return `Moved ${result.from} to ${result.to}.${links}`;
    },
  });
}

/** A note stays a note, a picture stays a picture, and a folder has no ending. */
function withEnding(to: string, { path, isFolder }: Moved): string {
  const ending = isFolder ? '' : (/\.[^./]+$/.exec(path)?.[0] ?? '');
  if (ending.toLowerCase() === '.md') return toNotePath(to);
  return to.endsWith(ending) ? to : `${to}${ending}`;
}
