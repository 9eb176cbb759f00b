import { UsageError } from '../arguments.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import { plural } from '../numbers.ts';
import type { Change } from './log.ts';

interface Undone {
  readonly undone: string;
  readonly files_touched: readonly string[];
  readonly step?: string;
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
  async run({ out, call }, { args: [given], flags }) {
    const { changes } = await call<{ changes: Change[] }>('ListChanges', { limit: 1000 });
    const found =
      given === undefined ? findLatest(changes) : changes.find(({ change }) => change === given);
    if (found === undefined && given === undefined)
      throw new UsageError('There is nothing to undo.');
    if (flags['dry-run']) {
      if (out.isJson) out.json(found);
      else
        for (const { what, path } of found?.files ?? [])
          out.say(`Would take back: ${what} ${path}`);
      return;
    }
    const result = await call<Undone>('UndoChange', { change: found?.change ?? given });
    if (out.isJson) out.json(result);
    else {
      out.say(
        `Took back "${found?.why ?? result.undone}" (${plural(result.files_touched.length, 'file')}).`,
      );
    }
  },
});

/** Undoing twice goes back two changes, so neither an undo nor what it took back counts. */
function findLatest(changes: readonly Change[]): Change | undefined {
  const undone = new Set(changes.map(({ undoes }) => undoes));
  return changes.find(({ change, undoes }) => undoes === undefined && !undone.has(change));
}
