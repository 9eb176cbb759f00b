import { readFile } from 'node:fs/promises';
import { UsageError } from '../arguments.ts';
import { type ChangeAnswer, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { plural } from '../numbers.ts';

interface Edited extends ChangeAnswer {
  readonly changed: readonly string[];
  readonly unchanged: number;
}

export const bulkCommand = defineCommand({
  name: 'bulk',
  group: 'history',
  brief: 'many notes in one step',
  summary: 'Change many notes as one step.',
  about:
    'All notes that fit, or a JSON list of edits from a file. All of it happens or nothing, and one undo takes all of it back.',
  flags: {
    query: { type: 'string', short: 'Q', value: 'DQL', summary: 'Notes in the rows of a query.' },
    tag: { type: 'string', short: 't', value: 'TAG', summary: 'Notes with this tag.' },
    folder: { type: 'string', short: 'd', value: 'FOLDER', summary: 'Notes below this folder.' },
    text: { type: 'string', value: 'TEXT', summary: 'Notes in which this stands.' },
    replace: { type: 'string', short: 'r', value: 'FIND', summary: 'Replace FIND …' },
    with: { type: 'string', short: 'w', value: 'TEXT', summary: '… by this.' },
    regex: { type: 'boolean', short: 'e', summary: 'FIND is a regular expression.' },
    set: { type: 'string', short: 's', value: 'NAME=VALUE', summary: 'Set a property.' },
    'add-tag': { type: 'list', value: 'TAG', summary: 'Add a tag.' },
    'remove-tag': { type: 'list', value: 'TAG', summary: 'Take a tag away.' },
    edits: { type: 'string', value: 'FILE', summary: 'A JSON list of edits; - is standard input.' },
    expect: { type: 'number', value: 'N', summary: 'Refuse unless N notes would change.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd bulk --tag draft --set status=open -n', 'see the difference first'],
    [`vaultd bulk -Q 'LIST WHERE due < date(today)' --add-tag late`, 'what a query finds'],
  ],
  async run(context, { flags }) {
    const params = {
      ...(flags.edits === undefined
        ? { where: toChoice(flags), edit: toEdit(flags) }
        : { edits: await readEdits(context, flags.edits) }),
      ...(flags.expect !== undefined && { expected_count: flags.expect }),
    };
    await change<Edited>(context, {
      method: 'EditNotes',
      params,
      isDryRun: flags['dry-run'],
      say: ({ changed, unchanged }) =>
        `Changed ${plural(changed.length, 'note')}, ${unchanged} had nothing to change.`,
    });
  },
});

interface ChoiceFlags {
  readonly query: string | undefined;
  readonly tag: string | undefined;
  readonly folder: string | undefined;
  readonly text: string | undefined;
}

function toChoice({ query, tag, folder, text }: ChoiceFlags): Record<string, string> {
  const choice = {
    ...(query !== undefined && { query }),
    ...(tag !== undefined && { tag }),
    ...(folder !== undefined && { folder }),
    ...(text !== undefined && { text }),
  };
  if (Object.keys(choice).length > 0) return choice;
  throw new UsageError('It is not said which notes: use --query, --tag, --folder or --text.');
}

interface EditFlags {
  readonly replace: string | undefined;
  readonly with: string | undefined;
  readonly regex: boolean;
  readonly set: string | undefined;
  readonly 'add-tag': readonly string[];
  readonly 'remove-tag': readonly string[];
}

function toEdit(flags: EditFlags): Record<string, unknown> {
  const edits: Record<string, unknown>[] = [];
  if (flags.replace !== undefined) {
    const replace = { search: flags.replace, replace: flags.with ?? '', use_regex: flags.regex };
    edits.push({ type: 'replace', ...replace });
  }
  if (flags.set !== undefined) edits.push({ type: 'setProperty', ...toProperty(flags.set) });
  if (flags['add-tag'].length > 0) edits.push({ type: 'addTags', tags: flags['add-tag'] });
  if (flags['remove-tag'].length > 0) edits.push({ type: 'removeTags', tags: flags['remove-tag'] });
  const [edit, ...others] = edits;
  if (edit !== undefined && others.length === 0) return edit;
  throw new UsageError('Say one thing to do: --replace, --set, --add-tag or --remove-tag.');
}

function toProperty(assignment: string): { key: string; value: unknown } {
  const equals = assignment.indexOf('=');
  if (equals <= 0) throw new UsageError('--set wants NAME=VALUE.');
  const [key, value] = [assignment.slice(0, equals), assignment.slice(equals + 1)];
  try {
    return { key, value: JSON.parse(value) };
  } catch {
    return { key, value };
  }
}

async function readEdits(context: Context, file: string): Promise<unknown> {
  const text = file === '-' ? await context.readStdin() : await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file === '-' ? 'The standard input' : file} is not JSON.`);
  }
}
