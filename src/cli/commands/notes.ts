import { VaultError } from '../../contract/errors.ts';
import { isRpcError, rpcCodes } from '../../protocols/local/client/errors.ts';
import { makeChange } from '../change.ts';
import { type Declaration, handCommand, operationCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { dryRunFlag, meansFlag, switchFlag, textFlag } from '../flags.ts';
import { plural } from '../numbers.ts';
import { openInEditor } from '../open-in-editor.ts';
import type { InputOf } from '../operations.ts';
import { requireDay } from '../times.ts';
import { UsageError } from '../usage-error.ts';
import { readWord, resolveNote } from '../words.ts';

/** A note that is there, by any of its names. */
export const noteArgument = {
  name: 'NOTE',
  summary: 'Its name, path or wikilink.',
  kind: 'note',
} as const;

export const noteCommands: readonly Declaration[] = [
  handCommand({
    name: 'read',
    brief: 'print a note',
    summary: 'Print a note.',
    byHand: 'A whole note and a section of it are two operations.',
    args: [noteArgument],
    flags: {
      heading: textFlag(
        'HEADING',
        'Only this section; Parent::Child where one name is not enough.',
        'H',
      ),
    },
    examples: [
      ['vaultd read Inbox', 'a name is enough when only one note has it'],
      ['vaultd read Inbox -H Shopping', 'one section'],
      ['vaultd read "Projects/Garden plan" --json', 'with its etag, size and time'],
    ],
    async run(context, { args: [name = ''], flags: { heading } }) {
      const path = await resolveNote(context, name);
      if (heading === undefined) return printNote(context, path);
      const { result } = await context.call('GetNote', {
        format: 'section',
        target: { type: 'path', path },
        section: { type: 'heading', target: heading },
      });
      const text = result.format === 'section' ? `${result.value_text ?? ''}\n` : '';
      context.out.result(result, () => print(context, text));
    },
  }),
  handCommand({
    name: 'edit',
    brief: 'open it in your editor',
    summary: 'Open a note in your editor.',
    about: 'Uses $VISUAL, $EDITOR or vi. Never overwrites a change that was made in the meantime.',
    byHand: 'Reads a note, runs an editor, and writes what it left.',
    args: [noteArgument],
    flags: {
      create: switchFlag('Create the note if it is missing.', 'c'),
      line: { type: 'number', summary: 'Start at this line.' },
      'dry-run': dryRunFlag,
    },
    examples: [
      ['vaultd edit Inbox', 'in your editor'],
      ['EDITOR="code --wait" vaultd edit Inbox', 'in another one'],
    ],
    async run(context, { args: [name = ''], flags: { create, line } }) {
      const purpose = { isChanging: true, creates: create };
      await openInEditor(
        context,
        await readWord(context, 'note or new', name, purpose),
        line,
        create,
      );
    },
  }),
  handCommand({
    name: 'write',
    operation: 'WriteNote',
    brief: 'replace or create a note',
    summary: 'Replace the text of a note, or create one.',
    about: 'The text is TEXT, or standard input.',
    byHand: 'A new note has an operation of its own, which refuses one that is there.',
    args: [
      { name: 'NOTE', member: 'path', summary: 'Its path; .md may be left out.', kind: 'new note' },
      { name: 'TEXT', member: 'content', kind: 'text' },
    ],
    flags: {
      new: switchFlag('Fail if the note already exists.'),
      'if-match': { value: 'ETAG' },
      'dry-run': dryRunFlag,
    },
    examples: [
      ['pbpaste | vaultd write Clippings/Today', 'from standard input'],
      ['vaultd write --new Ideas/Kite "# Kite"', 'only if it does not exist'],
    ],
    async run(context, { flags, params }) {
      const method = flags.new ? 'CreateNote' : 'WriteNote';
      await makeChange(context, method, params, ({ path }) => `Wrote ${path}.`);
    },
  }),
  operationCommand({
    name: 'append',
    operation: 'AppendNote',
    brief: 'add text to the end',
    summary: 'Add text to the end of a note.',
    about: 'The text is TEXT, or standard input. It starts on a new line.',
    args: [
      { ...noteArgument, member: 'path', kind: 'note or new' },
      { name: 'TEXT', member: 'content', kind: 'lines' },
    ],
    flags: { create: { short: 'c' } },
    without: ['period', 'ifMatch'],
    examples: [
      ['vaultd append Inbox "- [ ] buy soil"', 'a task for later'],
      ['date | vaultd append --create Log/Builds', 'from a pipe; create the note if it is missing'],
    ],
    done: ({ path }) => `Added to ${path}.`,
  }),
  handCommand({
    name: 'daily',
    operation: 'GetPeriodicNote',
    brief: "today's note",
    summary: "Print today's note, add to it, or open it.",
    about: "The vault's own settings say where daily, weekly and other periodic notes are.",
    byHand: 'Finds the note, and then reads, edits or adds to it.',
    args: [{ name: 'TEXT', summary: 'What to add; "-" reads standard input.', isOptional: true }],
    flags: {
      date: { summary: 'Another day, as 2026-05-01.' },
      period: { summary: 'Another kind of periodic note.' },
      open: switchFlag('Open it in your editor.', 'o'),
      path: switchFlag('Only print its path.'),
      'dry-run': dryRunFlag,
    },
    examples: [
      ['vaultd daily', 'read it'],
      [
        'vaultd daily "- 14:00 call the nursery"',
        'add a line; a missing note is created from its template',
      ],
      ['vaultd daily --period weekly --open', "this week's note in your editor"],
    ],
    async run(context, { args: [text], flags, params }) {
      if (params.date) requireDay(params.date);
      const { path } = await context.call('GetPeriodicNote', params);
      if (flags.path) return context.out.line(path);
      if (flags.open) return openInEditor(context, path, 1, true);
      if (text === undefined) return printExisting(context, path);
      const content = await readWord(context, 'lines', text);
      const added = { path, content, create: true, period: params.period ?? 'daily' };
      await makeChange(context, 'AppendNote', added, () => `Added to ${path}.`);
    },
  }),
  operationCommand({
    name: 'patch',
    operation: 'PatchNote',
    brief: 'change a section',
    summary: 'Change one heading section, block or property of a note.',
    about:
      'Appends by default. Name a heading with its parents where necessary: Parent::Child. Not a byte outside the section changes.',
    args: [
      { ...noteArgument, member: 'target.path' },
      {
        name: 'TEXT',
        member: 'content',
        kind: 'text',
        summary: 'The new text (default: standard input).',
      },
    ],
    flags: {
      heading: textFlag('HEADING', 'The section under this heading.', 'H'),
      block: textFlag('ID', 'The block with this id.', 'b'),
      property: { ...textFlag('NAME', 'A property.', 'p'), kind: 'property' },
      replace: meansFlag('operation', 'replace', 'Replace the existing text.', 'r'),
      prepend: meansFlag('operation', 'prepend', 'Insert it before the existing text.'),
      create: { member: 'patchOptions.createTargetIfMissing', short: 'c' },
    },
    defaults: { 'target.type': 'path', operation: 'append' },
    without: ['target', 'section', 'contentType', 'patchOptions', 'expectedHash'],
    examples: [
      ['vaultd patch Inbox -H Shopping "- twine"', 'add an item below a heading'],
      ['vaultd patch "Garden plan" -p status -r done', 'change a property'],
      ['vaultd outline "Garden plan"', 'list what can be changed'],
    ],
    input: ({ flags: { heading, block, property } }) => ({
      section: toSection({ heading, block: block?.replace(/^\^/, ''), frontmatter: property }),
    }),
    done: ({ path, section }) => `Changed ${section.target} of ${path}.`,
  }),
  operationCommand({
    name: 'replace',
    operation: 'ReplaceInNote',
    brief: '',
    summary: 'Search and replace in a note.',
    args: [
      { ...noteArgument, member: 'target.path' },
      { name: 'FIND', member: 'replacements[].search' },
      {
        name: 'WITH',
        member: 'replacements[].replace',
        summary: 'The replacement; with --regex, it can use $1 and $&.',
      },
    ],
    flags: {
      regex: meansFlag('replacements[].useRegex', true, 'FIND is a regular expression.', 'e'),
      'ignore-case': meansFlag('replacements[].caseSensitive', false, 'Case-insensitive.', 'i'),
      word: meansFlag('replacements[].wholeWord', true, 'Whole words only.', 'w'),
      first: meansFlag('replacements[].replaceAll', false, 'Only the first match.'),
      in: { member: 'scope', value: 'PART', summary: 'Where to search (default: body).' },
    },
    defaults: { 'target.type': 'path' },
    without: ['target', 'replacements', 'expectedHash'],
    examples: [
      ['vaultd replace "Garden plan" soil earth -n', 'see it first'],
      [`vaultd replace Log -e '(\\d+) EUR' '€$1'`, 'with a pattern'],
    ],
    done: ({ path, total_replacements: count }) => `Replaced ${plural(count, 'place')} in ${path}.`,
  }),
];

/** The text of a note as it is, in a pager when it is long. */
async function printNote(context: Context, path: string): Promise<void> {
  const note = await context.call('ReadNote', { path });
  context.out.result(note, () => print(context, note.content));
}

async function printExisting(context: Context, path: string): Promise<void> {
  try {
    await printNote(context, path);
  } catch (thrown) {
    if (!isRpcError(thrown) || thrown.code !== rpcCodes.notFound) throw thrown;
    throw new VaultError('not-found', `There is no ${path} yet.`, {
      path,
      hint: 'To create it: vaultd daily TEXT, or vaultd daily --open',
    });
  }
}

function print({ out }: Context, text: string): void {
  out.write(text);
  if (out.isTerminal && !text.endsWith('\n')) out.line();
}

type Section = InputOf<'PatchNote'>['section'];

function toSection(given: Readonly<Record<Section['type'], string | undefined>>): Section {
  const types = ['heading', 'block', 'frontmatter'] as const;
  const [section, ...others] = types.flatMap((type) => {
    const target = given[type];
    return target === undefined ? [] : [{ type, target }];
  });
  if (section !== undefined && others.length === 0) return section;
  throw new UsageError('Choose one target: --heading, --block or --property.');
}
