import * as z from 'zod';
import { pathsOfOp } from '../../engine/store/journal/record.ts';
import { defineOperation } from '../operation.ts';
import { sayTrace } from './say.ts';
import { trace } from './shapes.ts';

export const agentUndo = defineOperation({
  name: 'agent.undo',
  summary:
    'Take a change back: what it did to every file it touched is undone as one. What was changed elsewhere in those files since stays; where that is impossible, nothing is done. The undo is a change itself, so it can be undone too.',
  access: 'write',
  at: { mcp: 'obsidian_undo' },
  input: z.strictObject({
    undoId: z.string().min(1).describe('As a changing tool or obsidian_note_history returned it.'),
  }),
  output: z.object({
    undone: z.string(),
    paths: z.array(z.string()).describe('What was touched.'),
    undoId: trace.undoId,
  }),
  fails: ['changed-on-disk', 'forbidden', 'invalid-input', 'not-found'],

  async run({ history, signal, progress }, { undoId }) {
    const { id, ops } = await history.undo(undoId, { signal, progress });
    const paths = [...new Set(ops.flatMap(pathsOfOp))];
    return { undone: undoId, paths, ...(id !== undefined && { undoId: id }) };
  },
  say: ({ undone, paths, undoId }) =>
    [`**Undone ${undone}**`, ...paths.map((path) => `- ${path}`), ...sayTrace({ undoId })].join(
      '\n',
    ),
});
