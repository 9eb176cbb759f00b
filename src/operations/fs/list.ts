import { z } from 'zod';
import type { Entry } from '../../engine/store/vault/disk.ts';
import { defineOperation } from '../operation.ts';
import { entryType, pathAlone, unixMs } from '../shapes.ts';

export const fsList = defineOperation({
  name: 'fs.list',
  summary: 'The entries of a folder, by the bytes of their names.',
  access: 'read',
  at: { remote: 'fs.list' },
  ...pathAlone,
  output: z.object({
    entries: z.array(z.object({ name: z.string(), type: entryType, mtime: unixMs, size: z.int() })),
  }),
  fails: ['not-a-folder', 'not-found'],
  run({ vault }, { path }) {
    const found = vault.listKnown(path);
    return found instanceof Promise ? found.then(toOutput) : toOutput(found);
  },
});

function toOutput(entries: readonly Entry[]) {
  return {
    entries: entries.map(({ name, stat: { type, mtime, size } }) => ({ name, type, mtime, size })),
  };
}
