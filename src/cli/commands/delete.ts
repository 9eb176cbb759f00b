import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

export const deleteCommand = defineCommand({
  name: 'delete',
  group: 'notes',
  brief: 'move to the trash',
  summary: 'Move notes to the trash of the vault.',
  args: [{ name: 'NOTE', summary: 'Names, paths or wikilinks.', isMany: true, kind: 'note' }],
  flags: {
    permanent: { type: 'boolean', summary: 'Do not keep them in .trash; undo still works.' },
    'dry-run': dryRunFlag,
  },
  examples: [['vaultd delete "Old plan"', 'it can be taken back with vaultd undo']],
  async run(context, { args, flags }) {
    // All names are resolved first: a typo in the last one must not cost the first.
    const paths: string[] = [];
    for (const name of args) paths.push(await resolveNote(context, name, 'changing'));
    for (const path of paths) {
      await change(context, {
        method: 'DeleteNote',
        params: { path, permanent: flags.permanent },
        isDryRun: flags['dry-run'],
        say: () => (flags.permanent ? `Removed ${path}.` : `Trashed ${path}.`),
      });
    }
  },
});
