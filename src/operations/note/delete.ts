import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

export const noteDelete = defineOperation({
  name: 'note.delete',
  summary: 'Move a note to the trash of the vault, or delete it permanently.',
  access: 'write',
  at: { local: 'DeleteNote', web: 'note.delete' },
  input: z.object({
    path: vaultPath.describe('The note to delete.'),
    permanent: z.boolean().nullish().describe('Do not keep it in the trash.'),
  }),
  output: z.object({
    path: z.string(),
    trashPath: z.string().optional(),
    step: z.string().optional().describe('What to undo.'),
  }),
  fails: ['is-a-folder', 'not-found'],
  async run({ vault, signal }, { path, permanent }) {
    if (permanent) {
      const { id } = await vault.remove(path, { signal });
      return { path, ...(id && { step: id }) };
    }
    const { path: trashPath, step } = await vault.trash(path, { signal });
    return { path, trashPath, ...(step && { step }) };
  },
});
