import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { pathAlone } from '../shapes.ts';

export const fsExists = defineOperation({
  name: 'fs.exists',
  summary: 'Whether a path exists.',
  access: 'read',
  at: { remote: 'fs.exists' },
  input: pathAlone,
  output: z.object({ exists: z.boolean() }),
  fails: ['not-a-folder'],
  run: ({ vault }, { path }) => ({ exists: vault.stat(path) !== undefined }),
});
