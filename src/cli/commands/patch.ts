import { UsageError } from '../arguments.ts';
import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { readContent } from '../content.ts';
import { resolveNote } from '../resolve-note.ts';

export const patchCommand = defineCommand({
  name: 'patch',
  group: 'notes',
  brief: 'change a section',
  summary: 'Change one heading section, block or property of a note.',
  about:
    'Appends, unless said otherwise. A heading may be named with those above it: Parent::Child. The rest of the note stays as it is, to the byte.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'TEXT', summary: 'What to put there; else from standard input.', isOptional: true },
  ],
  flags: {
    heading: { type: 'string', short: 'H', value: 'HEADING', summary: 'The section below it.' },
    block: { type: 'string', short: 'b', value: 'ID', summary: 'The block with this id.' },
    property: { type: 'string', short: 'p', value: 'NAME', summary: 'A property.' },
    replace: { type: 'boolean', short: 'r', summary: 'Replace what is there.' },
    prepend: { type: 'boolean', summary: 'Put it before what is there.' },
    create: { type: 'boolean', short: 'c', summary: 'Make a section that is missing.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd patch Inbox -H Shopping "- twine"', 'one more item below a heading'],
    ['vaultd patch "Garden plan" -p status -r done', 'another value for a property'],
    ['vaultd outline "Garden plan"', 'what there is to change'],
  ],
  async run(context, { args: [name = '', text], flags }) {
    const section = toSection(flags);
    const path = await resolveNote(context, name, 'changing');
    const content = await readContent(context, text);
    const operation = flags.replace ? 'replace' : flags.prepend ? 'prepend' : 'append';
    await change(context, {
      method: 'PatchNote',
      params: {
        target: { type: 'path', path },
        section,
        operation,
        content,
        patch_options: { create_target_if_missing: flags.create },
      },
      isDryRun: flags['dry-run'],
      say: () => `Changed ${section.target} of ${path}.`,
    });
  },
});

function toSection(flags: {
  readonly heading: string | undefined;
  readonly block: string | undefined;
  readonly property: string | undefined;
}): { readonly type: string; readonly target: string } {
  const given = [
    { type: 'heading', target: flags.heading },
    { type: 'block', target: flags.block?.replace(/^\^/, '') },
    { type: 'frontmatter', target: flags.property },
  ].flatMap(({ type, target }) => (target === undefined ? [] : [{ type, target }]));
  const [section] = given;
  if (section !== undefined && given.length === 1) return section;
  throw new UsageError('Say one of --heading, --block and --property.');
}
