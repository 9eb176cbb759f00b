import { defineCommand, dryRunFlag } from '../command.ts';
import { resolveNote, toNotePath } from '../resolve-note.ts';
import { refactor } from './rename.ts';

export const mergeCommand = defineCommand({
  name: 'move into',
  group: 'notes',
  summary: 'Put notes below another one.',
  about:
    'Texts and properties are joined, links to the notes lead to the one that stays, and the others go to the trash.',
  args: [
    { name: 'TARGET', summary: 'The note that stays.', kind: 'note' },
    { name: 'NOTE', summary: 'The notes that go, in their order.', isMany: true, kind: 'note' },
  ],
  flags: { 'dry-run': dryRunFlag },
  isHidden: true,
  examples: [['vaultd move into Article "Draft 1" "Draft 2"', 'both drafts below Article']],
  async run(context, { args, flags }) {
    const paths: string[] = [];
    for (const name of args) paths.push(await resolveNote(context, name, 'changing'));
    const [into, ...from] = paths;
    const params = { from, into };
    await refactor(context, 'MergeNotes', params, flags['dry-run']);
  },
});

export const splitCommand = defineCommand({
  name: 'move section',
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
  examples: [['vaultd move section Inbox Ideas "Ideas/From the inbox"', 'the section moves']],
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
