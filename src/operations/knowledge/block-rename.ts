import { z } from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { refactored, toRefactored } from '../refactored.ts';

export const blockRename = defineOperation({
  name: 'block.rename',
  summary: 'Give a block another id, and every link to it, too.',
  access: 'write',
  at: { local: 'RenameBlock' },
  input: z.strictObject({
    path: vaultPath.describe('The note.'),
    block: z.string().min(1).describe('The id, with or without its caret.'),
    to: z.string().min(1).describe('The new id: letters, digits, hyphens.'),
  }),
  output: refactored,
  fails: ['already-exists', 'not-found', 'target-missing'],
  async run({ refactoring, signal, progress }, { path, block, to }) {
    return toRefactored(
      await refactoring.renameAnchor(path, { kind: 'block', name: block }, to, {
        signal,
        progress,
      }),
    );
  },
});
