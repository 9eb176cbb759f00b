import { UsageError } from '../arguments.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';
import { refactor } from './rename.ts';

export const mergeCommand = defineCommand({
  name: 'merge',
  group: 'notes',
  summary: 'Put notes below another one.',
  about:
    'Texts and properties are joined, links to the notes lead to the one that stays, and the others go to the trash.',
  args: [
    {
      name: 'NOTE',
      summary: 'The notes that go, then the one that stays.',
      isMany: true,
      kind: 'note',
    },
  ],
  flags: { 'dry-run': dryRunFlag },
  isHidden: true,
  examples: [['vaultd merge "Draft 1" "Draft 2" Article', 'both drafts below Article']],
  async run(context, { args, flags }) {
    if (args.length < 2) throw new UsageError('Two notes are needed at least.');
    const paths: string[] = [];
    for (const name of args) paths.push(await resolveNote(context, name, 'changing'));
    const params = { from: paths.slice(0, -1), into: paths.at(-1) };
    await refactor(context, 'MergeNotes', params, flags['dry-run']);
  },
});

export const splitCommand = defineCommand({
  name: 'split',
  group: 'notes',
  summary: 'Make a section of a note a note of its own.',
  about: 'Links into the section lead to the new note, and a link stands in its place.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'HEADING', summary: 'Parent::Child, or its bare name.' },
    { name: 'TO', summary: 'The path of the new note.' },
  ],
  flags: {
    leave: {
      type: 'string',
      value: 'WHAT',
      choices: ['embed', 'link', 'nothing'],
      summary: 'What stands in its place; a link when absent.',
    },
    'dry-run': dryRunFlag,
  },
  isHidden: true,
  examples: [['vaultd split Inbox Ideas "Ideas/From the inbox"', 'the section moves']],
  async run(context, { args: [name = '', heading, to = ''], flags }) {
    const path = await resolveNote(context, name, 'changing');
    const params = {
      path,
      heading,
      to: toNotePath(to),
      ...(flags.leave && { leave: flags.leave }),
    };
    await refactor(context, 'SplitNote', params, flags['dry-run']);
  },
});
