import * as z from 'zod';
import type { Op } from '../../engine/store/journal/record.ts';
import { defineOperation } from '../operation.ts';

export const historyUndo = defineOperation({
  name: 'history.undo',
  summary: 'Undo a change. Later changes are kept; if that is impossible, nothing is done.',
  access: 'write',
  at: { local: 'UndoChange', web: 'history.undo' },
  input: z.object({ change: z.string().min(1).describe('The id of the change.') }),
  output: z.object({
    undone: z.string(),
    filesTouched: z.array(z.string()),
    step: z.string().optional().describe('This is a change itself: what to undo to have it again.'),
  }),
  fails: ['changed-on-disk', 'not-found'],
  async run({ history, signal, progress }, { change }) {
    const { id, ops } = await history.undo(change, { signal, progress });
    const filesTouched = [...new Set(ops.flatMap(toFile))];
    return { undone: change, filesTouched, ...(id && { step: id }) };
  },
});

/** Where a file is now, or was; folders are made and removed on the way. */
function toFile(op: Op): string[] {
  if (op.op === 'mkdir' || op.op === 'rmdir') return [];
  return [op.op === 'move' ? op.to : op.path];
}
