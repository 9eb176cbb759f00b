import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, unixMs } from '../shapes.ts';

export const fsRename = defineOperation({
  name: 'fs.rename',
  summary: 'Move a file or folder inside the vault. Links to it are not updated.',
  access: 'write',
  at: { remote: 'fs.rename' },
  input: z.object({
    oldPath: pathOrRoot.describe('The current path.'),
    newPath: pathOrRoot.describe('The new path. Missing parent folders are created.'),
  }),
  output: z.object({ mtime: unixMs }),
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run({ vault, signal }, { oldPath, newPath }) {
    const { mtime } = await vault.rename(oldPath, newPath, { signal });
    return { mtime };
  },
});
