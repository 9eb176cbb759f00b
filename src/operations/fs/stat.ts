import { defineOperation } from '../operation.ts';
import { pathAlone, statShape, toStatShape } from '../shapes.ts';

export const fsStat = defineOperation({
  name: 'fs.stat',
  summary: 'What a path refers to; null if nothing exists there.',
  access: 'read',
  at: { remote: 'fs.stat' },
  input: pathAlone,
  output: statShape.nullable(),
  fails: ['not-a-folder'],
  async run({ vault }, { path }) {
    const stat = vault.stat(path);
    return stat === undefined ? null : toStatShape(stat);
  },
});
