import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, unixMs } from '../shapes.ts';

export const fsCopy = defineOperation({
  name: 'fs.copy',
  summary: 'Copy one file. Missing parent folders are created.',
  access: 'write',
  at: { remote: 'fs.copy' },
  input: z.object({ srcPath: pathOrRoot, destPath: pathOrRoot }),
  output: z.object({ mtime: unixMs }),
  fails: ['already-exists', 'disk-full', 'is-a-folder', 'not-found', 'special-file'],
  async run({ vault, signal }, { srcPath, destPath }) {
    const { mtime } = await vault.copy(srcPath, destPath, { signal });
    return { mtime };
  },
});
