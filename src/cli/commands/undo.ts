import { UsageError } from '../arguments.ts';
import { type ChangeAnswer, change } from '../change.ts';
import { changeFlags, type HistoryEntry, listChanges, withoutUndone } from '../changes.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { plural } from '../numbers.ts';

interface Undone extends ChangeAnswer {
  readonly files_touched: readonly string[];
}

export const undoCommand = defineCommand({
  name: 'undo',
  group: 'history',
  brief: 'take changes back',
  summary: 'Take changes back.',
  about:
    'What came later stays; where both changed the same lines, nothing is done and the lines are named. An undo is a change, too, and can be undone.',
  args: [
    {
      name: 'STEP',
      summary: 'As vaultd log shows it; the latest when absent.',
      isOptional: true,
      kind: 'step',
    },
  ],
  flags: {
    last: { type: 'number', value: 'N', summary: 'The latest N changes.' },
    ...changeFlags,
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd undo', 'the latest change'],
    ['vaultd undo 01m7gtpqydwpet7y', 'this one'],
    ['vaultd undo --client claude --since 1h', 'everything one client did lately'],
  ],
  async run(context, { args: [given], flags }) {
    const all = await listChanges(context, flags, { limit: 1000 });
    const meant = choose(all, given, flags);
    if (meant.length === 0) throw new UsageError('There is nothing to undo.');
    for (const { change: id, why } of meant) {
      await change<Undone>(context, {
        method: 'UndoChange',
        params: { change: id },
        isDryRun: flags['dry-run'],
        say: ({ files_touched: files }) => `Took back "${why}" (${plural(files.length, 'file')}).`,
      });
    }
  },
});

interface Choice {
  readonly last: number | undefined;
  readonly client: string | undefined;
  readonly protocol: string | undefined;
  readonly since: string | undefined;
}

/** The named one; all that the options describe, the latest first; or the latest alone. */
function choose(
  all: readonly HistoryEntry[],
  given: string | undefined,
  { last, client, protocol, since }: Choice,
): readonly Pick<HistoryEntry, 'change' | 'why'>[] {
  if (given !== undefined) {
    return [all.find((each) => each.change === given) ?? { change: given, why: given }];
  }
  const open = withoutUndone(all);
  const isDescribed = client !== undefined || protocol !== undefined || since !== undefined;
  return open.slice(0, last ?? (isDescribed ? open.length : 1));
}
