import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';
import { refactored } from '../refactored.ts';

export const noteMerge = defineOperation({
  name: 'note.merge',
  summary:
    'Append notes to another one, point all links to it, and move the merged notes to the trash.',
  access: 'write',
  at: { local: 'MergeNotes' },
  input: z.strictObject({
    from: z.array(vaultPath).min(1).describe('The notes to merge, in the order of their texts.'),
    into: vaultPath.describe('The note to merge into.'),
  }),
  output: refactored,
  fails: ['changed-on-disk', 'not-found'],
  run: ({ refactoring, signal, progress }, { from, into }) =>
    refactoring.merge(from, into, { signal, progress }),
});

export const noteSplit = defineOperation({
  name: 'note.split',
  summary:
    'Move a section of a note, including its heading, to a new note, and update links to it.',
  access: 'write',
  at: { local: 'SplitNote' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    heading: z.string().min(1).describe('Parent::Child, or the bare text if it is unique.'),
    to: vaultPath.describe('The new note.'),
    leave: z.enum(['embed', 'link', 'nothing']).nullish().describe('What replaces the section.'),
  }),
  output: refactored,
  fails: ['already-exists', 'changed-on-disk', 'not-found', 'target-missing'],
  run(call, { path, heading, to, leave }) {
    const { refactoring, signal, progress } = call;
    requireNewPath(call, to);
    return refactoring.split(path, heading, to, { leave: leave ?? 'link', signal, progress });
  },
});
