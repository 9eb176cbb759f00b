import { defineOperation } from '../operation.ts';
import { nothing, pathAlone } from '../shapes.ts';

export const fsTrashLocal = defineOperation({
  name: 'fs.trashLocal',
  summary: 'Move a file or folder below .trash/, where the same name is replaced.',
  access: 'write',
  at: { remote: 'fs.trashLocal' },
  ...pathAlone,
  output: nothing,
  fails: ['already-exists', 'not-found'],
  async run({ vault, signal }, { path }) {
    await vault.trash(path, { signal });
    return {};
  },
});
