import { VaultError } from '../../../contract/errors.ts';
import type { ChangeOptions } from '../files.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State, Step } from '../journal/record.ts';
import type { Draft } from '../steps/draft.ts';
import { nameObstacles, type Obstacle, replay } from '../steps/replay.ts';
import type { Root } from '../vault/anchor.ts';
import { contentOf } from './past.ts';

export interface UndoContext extends Pick<ChangeOptions, 'signal' | 'progress'> {
  readonly root: Root;
  readonly journal: Journal;
}

/**
 * Plans an undo. In a file that was changed since, the step's change is removed and what came later
 * stays, where the two do not overlap. Where they do, nothing at all is done.
 */
export async function planUndo(
  { journal, ...context }: UndoContext,
  draft: Draft,
  step: Step,
  ops: readonly Op[],
): Promise<void> {
  const fromJournal = { ...context, contentOf: (state: State | null) => contentOf(journal, state) };
  const obstacles = await replay(fromJournal, draft, ops);
  if (obstacles.length > 0) throw changedSince(step, obstacles);
}

function changedSince({ id }: Step, obstacles: readonly Obstacle[]): VaultError {
  const names = nameObstacles(obstacles);
  return new VaultError('changed-on-disk', `Changed since step ${id}: ${names}.`, {
    ...(obstacles[0] && { path: obstacles[0].path }),
    hint: 'Undo the later changes first, or restore the note as it was at a time.',
    data: { step: id, changed: obstacles.map(({ path, lines }) => ({ path, lines })) },
  });
}
