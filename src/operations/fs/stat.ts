import type { Stat } from '../../engine/store/vault/stat.ts';
import { defineOperation } from '../operation.ts';
import { pathAlone, statShape, toStatShape } from '../shapes.ts';

export const fsStat = defineOperation({
  name: 'fs.stat',
  summary: 'What a path leads to; null when nothing is there.',
  access: 'read',
  at: { remote: 'fs.stat' },
  ...pathAlone,
  output: statShape.nullable(),
  fails: ['not-a-folder'],
  run({ vault }, { path }) {
    const found = vault.statKnown(path);
    return found instanceof Promise ? found.then(toOutput) : toOutput(found);
  },
});

function toOutput(stat: Stat | undefined) {
  return stat === undefined ? null : toStatShape(stat);
}
