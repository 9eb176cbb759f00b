import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

export const tagRename = defineOperation({
  name: 'tag.rename',
  summary: 'Give a tag another name in the whole vault; tags below it come along.',
  access: 'write',
  at: { local: 'RenameTag' },
  input: z.strictObject({
    tag: z.string().min(1).describe('With or without #.'),
    to: z.string().min(1).describe('The new name.'),
  }),
  output: refactored,
  fails: ['not-found'],
  async run({ refactoring, signal, progress }, { tag, to }) {
    return toRefactored(await refactoring.renameTag(tag, to, { signal, progress }));
  },
});
