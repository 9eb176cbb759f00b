import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { flag, nothing, pathOrRoot } from '../shapes.ts';

export const fsMkdir = defineOperation({
  name: 'fs.mkdir',
  summary: 'Make a folder; one that is there already is fine.',
  access: 'write',
  at: { remote: 'fs.mkdir' },
  input: z.object({ path: pathOrRoot, recursive: flag }),
  output: nothing,
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run({ vault, signal }, { path, recursive }) {
    await vault.makeFolder(path, { recursive, signal });
    return {};
  },
});
