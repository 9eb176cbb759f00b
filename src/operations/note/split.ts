import { z } from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

export const noteSplit = defineOperation({
  name: 'note.split',
  summary:
    'Move a section of a note, heading included, to a note of its own; links into it lead there.',
  access: 'write',
  at: { local: 'SplitNote' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    heading: z.string().min(1).describe('Parent::Child, or the bare name when only one has it.'),
    to: vaultPath.describe('The new note.'),
    leave: z.enum(['embed', 'link', 'nothing']).nullish().describe('What stands in its place.'),
  }),
  output: refactored,
  fails: ['already-exists', 'changed-on-disk', 'not-found', 'target-missing'],
  async run({ refactoring, signal, progress }, { path, heading, to, leave }) {
    return toRefactored(
      await refactoring.split(path, heading, to, { leave: leave ?? 'link', signal, progress }),
    );
  },
});
