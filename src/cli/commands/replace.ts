import { type ChangeAnswer, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { plural } from '../numbers.ts';
import { resolveNote } from '../resolve-note.ts';

interface Replaced extends ChangeAnswer {
  readonly total_replacements: number;
}

export const replaceCommand = defineCommand({
  name: 'replace',
  group: 'notes',
  brief: 'search and replace',
  summary: 'Search and replace in a note.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'FIND', summary: 'What to look for.' },
    { name: 'WITH', summary: 'What to put there; $1 and $& count with --regex.' },
  ],
  flags: {
    regex: { type: 'boolean', short: 'e', summary: 'FIND is a regular expression.' },
    'ignore-case': { type: 'boolean', short: 'i', summary: 'Letter case does not count.' },
    word: { type: 'boolean', short: 'w', summary: 'Whole words only.' },
    first: { type: 'boolean', summary: 'Only the first one.' },
    in: {
      type: 'string',
      value: 'PART',
      choices: ['body', 'frontmatter', 'both'],
      summary: 'Where to look; the body when absent.',
    },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd replace "Garden plan" soil earth -n', 'look first'],
    [`vaultd replace Log -e '(\\d+) EUR' '€$1'`, 'with a pattern'],
  ],
  async run(context, { args: [name = '', search = '', replace = ''], flags }) {
    const path = await resolveNote(context, name, 'changing');
    const replacement = {
      search,
      replace,
      use_regex: flags.regex,
      case_sensitive: !flags['ignore-case'],
      whole_word: flags.word,
      replace_all: !flags.first,
    };
    await change<Replaced>(context, {
      method: 'ReplaceInNote',
      params: {
        target: { type: 'path', path },
        scope: flags.in ?? 'body',
        replacements: [replacement],
      },
      isDryRun: flags['dry-run'],
      say: ({ total_replacements: count }) => `Replaced ${plural(count, 'place')} in ${path}.`,
    });
  },
});
