import { z } from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

export const headingRename = defineOperation({
  name: 'heading.rename',
  summary: 'Give a heading another text, and every link to it, too.',
  access: 'write',
  at: { local: 'RenameHeading' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    heading: z.string().min(1).describe('Parent::Child, or the bare name when only one has it.'),
    to: z.string().min(1).describe('The new text.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found', 'target-missing'],
  async run({ refactoring, signal, progress }, { path, heading, to }) {
    return toRefactored(
      await refactoring.renameAnchor(path, { kind: 'heading', name: heading }, to, {
        signal,
        progress,
      }),
    );
  },
});
