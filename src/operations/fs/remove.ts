import { defineOperation } from '../operation.ts';
import { nothing, pathAlone } from '../shapes.ts';

export const fsRemove = defineOperation({
  name: 'fs.remove',
  summary: 'Delete a file or a link. The history keeps its content.',
  access: 'write',
  at: { remote: 'fs.remove' },
  input: pathAlone,
  output: nothing,
  fails: ['is-a-folder', 'not-found'],
  async run({ vault, signal }, { path }) {
    await vault.remove(path, { signal });
    return {};
  },
});

export const fsTrashLocal = defineOperation({
  name: 'fs.trashLocal',
  summary: 'Move a file or folder to .trash/, replacing an entry of the same name.',
  access: 'write',
  at: { remote: 'fs.trashLocal' },
  input: pathAlone,
  output: nothing,
  fails: ['already-exists', 'not-found'],
  async run({ vault, signal }, { path }) {
    await vault.trash(path, { signal });
    return {};
  },
});
