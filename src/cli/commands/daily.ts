import { VaultError } from '../../contract/errors.ts';
import { isRpcError, rpcCodes } from '../../protocols/local/client/errors.ts';
import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { readContent } from '../content.ts';
import type { Context } from '../context.ts';
import { openInEditor } from '../open-in-editor.ts';
import { printNote } from './read.ts';

export const dailyCommand = defineCommand({
  name: 'daily',
  group: 'notes',
  brief: "today's note",
  summary: "Print today's note, add to it, or open it.",
  about: "The vault's own settings say where daily, weekly and other periodic notes are.",
  args: [{ name: 'TEXT', summary: 'What to add; "-" reads standard input.', isOptional: true }],
  flags: {
    date: { type: 'string', value: 'DAY', summary: 'Another day, as 2026-05-01.' },
    period: {
      type: 'string',
      value: 'PERIOD',
      choices: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'],
      summary: 'Another kind of periodic note.',
    },
    open: { type: 'boolean', short: 'o', summary: 'Open it in your editor.' },
    path: { type: 'boolean', summary: 'Print only where it is.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd daily', 'read it'],
    [
      'vaultd daily "- 14:00 call the nursery"',
      'add a line; a missing note is made from its template',
    ],
    ['vaultd daily --period weekly --open', "this week's note in your editor"],
  ],
  async run(context, { args: [text], flags }) {
    const { period, date } = flags;
    const { path } = await context.call<{ path: string }>('GetPeriodicNote', {
      ...(period && { period }),
      ...(date && { date }),
    });
    const isDryRun = flags['dry-run'];
    if (flags.path) context.out.line(path);
    else if (flags.open) await openInEditor(context, path, 1, { mayCreate: true, isDryRun });
    else if (text === undefined) await printExisting(context, path);
    else {
      const given = await readContent(context, text);
      const content = given.endsWith('\n') ? given : `${given}\n`;
      const params = { path, content, create: true, period: period ?? 'daily' };
      const say = () => `Added to ${path}.`;
      await change(context, { method: 'AppendNote', params, isDryRun, say });
    }
  },
});

async function printExisting(context: Context, path: string): Promise<void> {
  try {
    await printNote(context, path);
  } catch (thrown) {
    if (!isRpcError(thrown) || thrown.code !== rpcCodes.notFound) throw thrown;
    throw new VaultError('not-found', `There is no ${path} yet.`, {
      path,
      hint: 'vaultd daily TEXT makes it, vaultd daily --open lets you write it.',
    });
  }
}
