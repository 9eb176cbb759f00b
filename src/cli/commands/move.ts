import { type Changed, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { plural } from '../numbers.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';

interface Renamed extends Changed {
  readonly from: string;
  readonly to: string;
  readonly links_updated: number;
}

const moveFlags = {
  'keep-links': { type: 'boolean', summary: 'Do not change links to the note.' },
  'dry-run': dryRunFlag,
} as const;

export const moveCommand = defineCommand({
  name: 'move',
  group: 'notes',
  brief: 'to another folder',
  summary: 'Move a note to another folder or path.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'TO', summary: 'A path, or a folder with "/" at the end.', kind: 'folder' },
  ],
  flags: moveFlags,
  examples: [
    ['vaultd move "Garden plan" Archive/', 'into a folder, under its name'],
    ['vaultd move Inbox "Archive/Inbox 2024"', 'to another path'],
  ],
  async run(context, { args: [name = '', to = ''], flags }) {
    const path = await resolveNote(context, name, 'changing');
    const target = to.endsWith('/') ? `${to}${nameOf(path)}` : withEnding(to, path);
    await rename(context, path, target, flags);
  },
});

export const renameCommand = defineCommand({
  name: 'rename',
  group: 'notes',
  brief: 'in the same folder',
  summary: 'Give a note another name in the same folder.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'NAME', summary: 'The new name; .md may be left out.' },
  ],
  flags: moveFlags,
  examples: [['vaultd rename "Garden plan" "Garden 2025"', 'links to it are changed, too']],
  async run(context, { args: [name = '', newName = ''], flags }) {
    const path = await resolveNote(context, name, 'changing');
    await rename(
      context,
      path,
      `${path.slice(0, -nameOf(path).length)}${withEnding(newName, path)}`,
      flags,
    );
  },
});

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

/** A note stays a note, a picture stays a picture. */
function withEnding(to: string, path: string): string {
  const ending = /\.[^./]+$/.exec(path)?.[0] ?? '';
  return ending.toLowerCase() === '.md'
    ? toNotePath(to)
    : to.endsWith(ending)
      ? to
      : `${to}${ending}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
