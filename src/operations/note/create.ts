import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';

export const noteCreate = defineOperation({
  name: 'note.create',
  summary: 'Create a note.',
  access: 'write',
  at: { local: 'CreateNote', web: 'note.create' },
  input: z.object({
    path: vaultPath.describe('The new path. Missing parent folders are created.'),
    content: z.string().describe('Its text.'),
    overwrite: z.boolean().nullish().describe('Replace an existing note.'),
  }),
  output: z.object({
    path: z.string(),
    etag: z.string(),
    created: z.literal(true),
    step: z.string().optional().describe('What to undo.'),
  }),
  fails: ['already-exists', 'is-a-folder', 'not-a-folder'],
  async run(call, { path, content, overwrite }) {
    const { vault, signal } = call;
    requireNewPath(call, path);
    const expect = { absent: overwrite !== true };
    const options = { expect, signal, why: `create ${path}` };
    const { hash = '', step } = await vault.write(path, Buffer.from(content), options);
    return { path, etag: hash, created: true as const, ...(step && { step }) };
  },
});
