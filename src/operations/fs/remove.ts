import { defineOperation } from '../operation.ts';
import { nothing, pathAlone } from '../shapes.ts';

export const fsRemove = defineOperation({
  name: 'fs.remove',
  summary: 'Remove a file or a link. History keeps its content.',
  access: 'write',
  at: { remote: 'fs.remove' },
  ...pathAlone,
  output: nothing,
  fails: ['is-a-folder', 'not-found'],
  async run({ vault, signal }, { path }) {
    await vault.remove(path, { signal });
    return {};
  },
});
