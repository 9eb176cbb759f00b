import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Declaration, operationCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { listFlag, switchFlag, textFlag } from '../flags.ts';
import { plural } from '../numbers.ts';
import type { InputOf } from '../operations.ts';
import { UsageError } from '../usage-error.ts';
import { toValue } from './facts.ts';

export const bulkCommands: readonly Declaration[] = [
  operationCommand({
    name: 'bulk',
    operation: 'EditNotes',
    brief: 'many notes in one step',
    summary: 'Change many notes as one step.',
    about:
      'All notes that fit, or a JSON list of edits from a file. All of it happens or nothing, and one undo reverts all of it.',
    flags: {
      query: {
        member: 'where.query',
        short: 'Q',
        value: 'DQL',
        summary: 'Notes in the rows of a query.',
      },
      tag: { member: 'where.tag', short: 't', summary: 'Notes with this tag.' },
      folder: { member: 'where.folder', short: 'd' },
      text: { member: 'where.text', summary: 'Notes with this text.' },
      replace: textFlag('FIND', 'Replace FIND …', 'r'),
      with: textFlag('TEXT', '… by this.', 'w'),
      regex: switchFlag('FIND is a regular expression.', 'e'),
      set: textFlag('NAME=VALUE', 'Set a property.', 's'),
      'add-tag': listFlag('TAG', 'Add a tag.'),
      'remove-tag': listFlag('TAG', 'Remove a tag.'),
      edits: textFlag('FILE', 'A JSON list of edits; - is standard input.'),
      expect: { member: 'expectedCount', summary: 'Refuse unless N notes would change.' },
    },
    without: ['edits', 'edit', 'dryRun'],
    examples: [
      ['vaultd bulk --tag draft --set status=open -n', 'see the difference first'],
      [`vaultd bulk -Q 'LIST WHERE due < date(today)' --add-tag late`, 'what a query finds'],
    ],
    async input({ flags, params: { where } }, context) {
      if (flags.edits !== undefined) return { edits: await readEdits(context, flags.edits) };
      if (where != null) return { edit: toEdit(flags) };
      throw new UsageError('Say which notes: --query, --tag, --folder or --text.');
    },
    done: ({ changed, unchanged }) =>
      `Changed ${plural(changed.length, 'note')}, ${unchanged} had nothing to change.`,
  }),
];

interface EditFlags {
  readonly replace: string | undefined;
  readonly with: string | undefined;
  readonly regex: boolean;
  readonly set: string | undefined;
  readonly 'add-tag': readonly string[];
  readonly 'remove-tag': readonly string[];
}

function toEdit(flags: EditFlags): InputOf<'EditNotes'>['edit'] {
  const { replace, with: by = '', regex, set } = flags;
  const { 'add-tag': added, 'remove-tag': removed } = flags;
  const edits: InputOf<'EditNotes'>['edit'][] = [];
  if (replace !== undefined) {
    edits.push({ type: 'replace', search: replace, replace: by, useRegex: regex });
  }
  if (set !== undefined) edits.push({ type: 'setProperty', ...toProperty(set) });
  if (added.length > 0) edits.push({ type: 'addTags', tags: [...added] });
  if (removed.length > 0) edits.push({ type: 'removeTags', tags: [...removed] });
  const [edit, ...others] = edits;
  if (edit != null && others.length === 0) return edit;
  throw new UsageError('Say one thing to do: --replace, --set, --add-tag or --remove-tag.');
}

function toProperty(assignment: string): { key: string; value: unknown } {
  const equals = assignment.indexOf('=');
  if (equals <= 0) throw new UsageError('--set requires NAME=VALUE.');
  return { key: assignment.slice(0, equals), value: toValue(assignment.slice(equals + 1)) };
}

async function readEdits(context: Context, file: string): Promise<InputOf<'EditNotes'>['edits']> {
  const isStdin = file === '-';
  const text = isStdin
    ? await context.readStdin()
    : await readFile(resolve(context.cwd, file), 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${isStdin ? 'The standard input' : file} is not JSON.`);
  }
}
