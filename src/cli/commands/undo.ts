import { UsageError } from '../arguments.ts';
import { type Changed, change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { plural } from '../numbers.ts';
import type { Change } from './log.ts';

interface Undone extends Changed {
  readonly files_touched: readonly string[];
}

export const undoCommand = defineCommand({
  name: 'undo',
  group: 'history',
  summary: 'Take a change back.',
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
  flags: { 'dry-run': dryRunFlag },
  examples: [
    ['vaultd undo', 'the latest change'],
    ['vaultd undo 01m7gtpqydwpet7y', 'this one'],
  ],
  async run(context, { args: [given], flags }) {
    const { changes } = await context.call<{ changes: Change[] }>('ListChanges', { limit: 1000 });
    const found =
      given === undefined ? findLatest(changes) : changes.find((each) => each.change === given);
    const id = found?.change ?? given;
    if (id === undefined) throw new UsageError('There is nothing to undo.');
    await change<Undone>(context, {
      method: 'UndoChange',
      params: { change: id },
      isDryRun: flags['dry-run'],
      say: ({ files_touched: files }) =>
        `Took back "${found?.why ?? id}" (${plural(files.length, 'file')}).`,
    });
  },
});

/** Undoing twice goes back two changes, so neither an undo nor what it took back counts. */
function findLatest(changes: readonly Change[]): Change | undefined {
  const undone = new Set(changes.map(({ undoes }) => undoes));
  return changes.find(({ change, undoes }) => undoes === undefined && !undone.has(change));
}
