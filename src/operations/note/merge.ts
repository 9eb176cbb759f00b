import { z } from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

export const noteMerge = defineOperation({
  name: 'note.merge',
  summary: 'Put notes below another one, lead all links to them there, and move them to the trash.',
  access: 'write',
  at: { local: 'MergeNotes' },
  input: z.strictObject({
    from: z.array(vaultPath).min(1).describe('The notes that go, in the order of their texts.'),
    into: vaultPath.describe('The note that stays.'),
  }),
  output: refactored,
  fails: ['changed-on-disk', 'not-found'],
  async run({ refactoring, signal, progress }, { from, into }) {
    return toRefactored(await refactoring.merge(from, into, { signal, progress }));
  },
});
