import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, statShape, toStatShape } from '../shapes.ts';

export const fsStat = defineOperation({
  name: 'fs.stat',
  summary: 'What a path leads to; null when nothing is there.',
  access: 'read',
  at: { remote: 'fs.stat' },
  input: z.object({ path: pathOrRoot }),
  output: statShape.nullable(),
  fails: ['not-a-folder'],
  run({ vault }, { path }) {
    const stat = vault.stat(path);
    return stat === undefined ? null : toStatShape(stat);
  },
});
