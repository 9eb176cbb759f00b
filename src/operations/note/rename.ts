import { z } from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { vaultPath } from '../../contract/paths.ts';
import { defineOperation } from '../operation.ts';

export const noteRename = defineOperation({
  name: 'note.rename',
  summary: 'Move a note to another path.',
  access: 'write',
  at: { local: 'RenameNote' },
  input: z.object({
    path: vaultPath.describe('Where it is now.'),
    to: vaultPath.describe('Where it goes. Missing folders are made.'),
    updateLinks: z.boolean().nullish().describe('Change links so that they still lead to it.'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    linksUpdated: z.int(),
    filesTouched: z.array(z.string()),
    step: z.string().optional().describe('What to undo.'),
  }),
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run({ vault, signal }, { path, to }) {
    const isThere = vault.stat(to) !== undefined;
    if (isThere && path.toLowerCase() !== to.toLowerCase()) {
      throw new VaultError('already-exists', `already exists: ${to}`, {
        path: to,
        hint: 'Choose another name, or delete that note first.',
      });
    }
    const { step } = await vault.rename(path, to, { signal, why: `move ${path} to ${to}` });
    return { from: path, to, linksUpdated: 0, filesTouched: [to], ...(step && { step }) };
  },
});
