import { z } from 'zod';
import { pathsOf } from '../../engine/history/history.ts';
import { defineOperation } from '../operation.ts';

export const historyUndo = defineOperation({
  name: 'history.undo',
  summary: 'Take a change back. What came later stays, or nothing is done.',
  access: 'write',
  at: { local: 'UndoChange' },
  input: z.object({ change: z.string().min(1).describe('The id of the change.') }),
  output: z.object({
    undone: z.string(),
    filesTouched: z.array(z.string()),
    step: z.string().optional().describe('This is a change itself: what to undo to have it again.'),
  }),
  fails: ['changed-on-disk', 'not-found'],
  async run({ history, signal }, { change }) {
    const { id, ops } = await history.undo(change, { signal });
    const filesTouched = [...new Set(ops.flatMap(pathsOf))];
    return { undone: change, filesTouched, ...(id && { step: id }) };
  },
});
