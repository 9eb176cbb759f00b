import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { readContent } from '../content.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';

export const appendCommand = defineCommand({
  name: 'append',
  group: 'notes',
  brief: 'add to the end',
  summary: 'Add text to the end of a note.',
  about: 'The text comes from TEXT, or from standard input. It begins on a line of its own.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'TEXT', summary: 'What to add.', isOptional: true },
  ],
  flags: {
    create: { type: 'boolean', short: 'c', summary: 'Make the note when it is missing.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd append Inbox "- [ ] buy soil"', 'a task for later'],
    ['date | vaultd append --create Log/Builds', 'from a pipe, into a note that may be missing'],
  ],
  async run(context, { args: [name = '', text], flags }) {
    const path = flags.create ? toNotePath(name) : await resolveNote(context, name, 'changing');
    const given = await readContent(context, text);
    const content = given.endsWith('\n') ? given : `${given}\n`;
    await change(context, {
      method: 'AppendNote',
      params: { path, content, create: flags.create },
      isDryRun: flags['dry-run'],
      say: () => `Added to ${path}.`,
    });
  },
});
