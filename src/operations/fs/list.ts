import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { entryType, pathAlone, unixMs } from '../shapes.ts';

export const fsList = defineOperation({
  name: 'fs.list',
  summary: 'The entries of a folder, sorted by the bytes of their names.',
  access: 'read',
  at: { remote: 'fs.list' },
  input: pathAlone,
  output: z.object({
    entries: z.array(z.object({ name: z.string(), type: entryType, mtime: unixMs, size: z.int() })),
  }),
  fails: ['not-a-folder', 'not-found'],
  async run({ vault }, { path }) {
    const entries = await vault.listCached(path);
    return {
      entries: entries.map(({ name, stat: { type, mtime, size } }) => ({
        name,
        type,
        mtime,
        size,
      })),
    };
  },
});
