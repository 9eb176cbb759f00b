import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { entryType, pathOrRoot, unixMs } from '../shapes.ts';

export const fsList = defineOperation({
  name: 'fs.list',
  summary: 'The entries of a folder, by the bytes of their names.',
  access: 'read',
  at: { remote: 'fs.list' },
  input: z.object({ path: pathOrRoot }),
  output: z.object({
    entries: z.array(z.object({ name: z.string(), type: entryType, mtime: unixMs, size: z.int() })),
  }),
  fails: ['not-a-folder', 'not-found'],
  run: ({ vault }, { path }) => ({
    entries: vault
      .list(path)
      .map(({ name, stat: { type, mtime, size } }) => ({ name, type, mtime, size })),
  }),
});
