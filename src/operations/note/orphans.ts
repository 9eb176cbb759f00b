import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';

const notes = z.object({ notes: z.array(z.string()), total: z.int() });
const input = z.object({ limit: z.int().min(1).max(limits.answerPathsMax).nullish() });
const notesListed = 1000;

export const noteOrphans = defineOperation({
  name: 'note.orphans',
  summary: 'Notes that no other note links to.',
  access: 'read',
  at: { local: 'ListOrphans', web: 'note.orphans' },
  input,
  output: notes,
  run: async (call, { limit }) => toList((await call.known()).orphans(), limit),
});

export const noteDeadEnds = defineOperation({
  name: 'note.deadEnds',
  summary: 'Notes that link to nothing.',
  access: 'read',
  at: { local: 'ListDeadEnds' },
  input,
  output: notes,
  run: async (call, { limit }) => toList((await call.known()).deadEnds(), limit),
});

function toList(paths: readonly string[], limit: number | null | undefined) {
  return { notes: paths.slice(0, limit ?? notesListed), total: paths.length };
}
