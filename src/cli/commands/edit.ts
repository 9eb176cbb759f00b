import { defineCommand, dryRunFlag } from '../command.ts';
import { openInEditor } from '../open-in-editor.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';

export const editCommand = defineCommand({
  name: 'edit',
  group: 'notes',
  brief: 'open it in your editor',
  summary: 'Open a note in your editor.',
  about: 'Uses $VISUAL, else $EDITOR, else vi. Changes of others meanwhile are never overwritten.',
  args: [{ name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' }],
  flags: {
    create: { type: 'boolean', short: 'c', summary: 'Make the note when it is missing.' },
    line: { type: 'number', value: 'N', summary: 'Begin at this line.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd edit Inbox', 'in your editor'],
    ['EDITOR="code --wait" vaultd edit Inbox', 'in another one'],
  ],
  async run(context, { args: [name = ''], flags }) {
    const path = flags.create ? toNotePath(name) : await resolveNote(context, name, 'changing');
    await openInEditor(context, path, flags.line, {
      mayCreate: flags.create,
      isDryRun: flags['dry-run'],
    });
  },
});
