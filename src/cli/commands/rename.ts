import { type ChangeAnswer, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { plural } from '../numbers.ts';
import { resolveNote } from '../resolve-note.ts';

export interface RefactorAnswer extends ChangeAnswer {
  readonly changed: number;
  readonly files_touched: readonly string[];
  readonly files_left: readonly string[];
}

/** Makes a change that many notes may take part in, and says how many did. */
export async function refactor(
  context: Context,
  method: string,
  params: Readonly<Record<string, unknown>>,
  isDryRun: boolean,
): Promise<void> {
  await change<RefactorAnswer>(context, {
    method,
    params,
    isDryRun,
    say: ({ changed, files_touched: files, files_left: left }) => {
      const kept = left.length === 0 ? '' : ` Not writable: ${left.join(', ')}.`;
      return `Changed ${plural(changed, 'place')} in ${plural(files.length, 'file')}.${kept}`;
    },
  });
}

const note = { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' } as const;
const flags = { 'dry-run': dryRunFlag } as const;

export const renameHeadingCommand = defineCommand({
  name: 'rename heading',
  group: 'notes',
  summary: 'Give a heading another text, and every link to it, too.',
  args: [
    note,
    { name: 'HEADING', summary: 'Parent::Child, or its bare name.' },
    { name: 'TEXT', summary: 'The new text.' },
  ],
  flags,
  isHidden: true,
  examples: [['vaultd rename heading "Garden plan" Tasks "To do"', 'links follow']],
  async run(context, { args: [name = '', heading, to], flags: given }) {
    const path = await resolveNote(context, name, 'changing');
    await refactor(context, 'RenameHeading', { path, heading, to }, given['dry-run']);
  },
});

export const renameBlockCommand = defineCommand({
  name: 'rename block',
  group: 'notes',
  summary: 'Give a block another id, and every link to it, too.',
  args: [
    note,
    { name: 'ID', summary: 'The id, without its caret.' },
    { name: 'NEW', summary: 'The new id.' },
  ],
  flags,
  isHidden: true,
  examples: [['vaultd rename block Inbox a1b2c3 decision', 'links follow']],
  async run(context, { args: [name = '', block, to], flags: given }) {
    const path = await resolveNote(context, name, 'changing');
    await refactor(context, 'RenameBlock', { path, block, to }, given['dry-run']);
  },
});

export const renameTagCommand = defineCommand({
  name: 'rename tag',
  group: 'notes',
  summary: 'Give a tag another name in the whole vault.',
  about: 'In texts, in properties and in bases. Tags below it come along.',
  args: [
    { name: 'TAG', summary: 'With or without #.' },
    { name: 'NEW', summary: 'The new name.' },
  ],
  flags,
  isHidden: true,
  examples: [['vaultd rename tag todo task/open -n', 'look first']],
  async run(context, { args: [tag, to], flags: given }) {
    await refactor(context, 'RenameTag', { tag, to }, given['dry-run']);
  },
});

export const renamePropertyCommand = defineCommand({
  name: 'rename property',
  group: 'notes',
  summary: 'Give a property another name in every note that has it.',
  args: [
    { name: 'NAME', summary: 'The property, in any case.' },
    { name: 'NEW', summary: 'The new name.' },
  ],
  flags,
  isHidden: true,
  examples: [['vaultd rename property up parent', 'the values stay as they are']],
  async run(context, { args: [property, to], flags: given }) {
    await refactor(context, 'RenameProperty', { property, to }, given['dry-run']);
  },
});
