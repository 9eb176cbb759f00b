import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing, pathOrRoot } from '../shapes.ts';

export const fsTrashLocal = defineOperation({
  name: 'fs.trashLocal',
  summary: 'Move a file or folder below .trash/, where the same name is replaced.',
  access: 'write',
  at: { remote: 'fs.trashLocal' },
  input: z.object({ path: pathOrRoot }),
  output: nothing,
  fails: ['already-exists', 'not-found'],
  async run({ vault, signal }, { path }) {
    await vault.trash(path, { signal });
    return {};
  },
});
