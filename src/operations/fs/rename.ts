import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, unixMs } from '../shapes.ts';

export const fsRename = defineOperation({
  name: 'fs.rename',
  summary: 'Move a file or folder inside the vault, as it is. Links to it are not changed.',
  access: 'write',
  at: { remote: 'fs.rename' },
  input: z.object({
    oldPath: pathOrRoot.describe('Where it is now.'),
    newPath: pathOrRoot.describe('Where it goes. Missing parent folders are made.'),
  }),
  output: z.object({ mtime: unixMs }),
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run({ vault, signal }, { oldPath, newPath }) {
    const { mtime } = await vault.rename(oldPath, newPath, { signal });
    return { mtime };
  },
});
