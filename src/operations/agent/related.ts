import * as z from 'zod';
import { searchLimits } from '../../contract/limits.ts';
import { oneLine } from '../../kit/one-line.ts';
import { listRelated, relatedNote } from '../note/related.ts';
import { defineOperation } from '../operation.ts';
import { notice, readFails, target } from './shapes.ts';
import { locateTarget } from './target.ts';

export const agentRelated = defineOperation({
  name: 'agent.related',
  summary:
    'Notes that have to do with a note, best first, with the reason: shared words, links between them, files both link to. For context, or links worth adding.',
  access: 'read',
  at: { mcp: 'obsidian_related_notes' },
  input: z.strictObject({
    target,
    limit: z.number().int().positive().max(searchLimits.relatedMax).default(10),
  }),
  output: z.object({
    path: z.string(),
    notes: z.array(relatedNote.pick({ path: true, why: true })),
    notice,
  }),
  fails: readFails,

  async run(call, { target, limit }) {
    const { path, notice } = await locateTarget(call, target);
    const related = await listRelated(call, path, limit);
    const notes = related.map(({ path, why }) => ({ path, why }));
    return notice === undefined ? { path, notes } : { path, notes, notice };
  },
  say: ({ path, notes }) =>
    [
      oneLine`**Related to ${path}**`,
      notes.length === 0
        ? 'No note shares words or links with it.'
        : notes.map((note) => oneLine`- ${note.path}: ${note.why}`).join('\n'),
    ].join('\n\n'),
});
