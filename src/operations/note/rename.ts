import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';

export const noteRename = defineOperation({
  name: 'note.rename',
  summary: 'Move a note, attachment or folder, and update every link to it and in it.',
  access: 'write',
  at: { local: 'RenameNote', web: 'note.rename' },
  input: z.object({
    path: vaultPath.describe('The current path.'),
    to: vaultPath.describe('The new path. Missing parent folders are created.'),
    updateLinks: z.boolean().nullish().describe('Update links to it.'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    linksUpdated: z.int(),
    filesTouched: z.array(z.string()),
    step: z.string().optional().describe('What to undo.'),
  }),
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run(call, { path, to, updateLinks }) {
    const { refactoring, signal, progress } = call;
    requireNewPath(call, to, path);
    const options = { updateLinks: updateLinks ?? true, signal, progress };
    const { step, linksUpdated, filesTouched } = await refactoring.move(path, to, options);
    return { from: path, to, linksUpdated, filesTouched, ...(step && { step }) };
  },
});
