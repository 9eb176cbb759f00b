import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { requireNewPath } from '../new-name.ts';
import { defineOperation } from '../operation.ts';

export const noteWrite = defineOperation({
  name: 'note.write',
  summary: 'Replace the text of a note. A missing note is created.',
  access: 'write',
  at: { local: 'WriteNote', web: 'note.write' },
  input: z.object({
    path: vaultPath.describe('The note to write.'),
    content: z.string().describe('The new text.'),
    ifMatch: z.string().nullish().describe('Fail if the etag of the note has changed.'),
  }),
  output: z.object({
    path: z.string(),
    etag: z.string(),
    previousEtag: z.string().nullable(),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: ['changed-on-disk', 'is-a-folder', 'not-a-folder', 'not-found'],
  async run(call, { path, content, ifMatch }) {
    const { vault, signal } = call;
    requireNewPath(call, path);
    let previousEtag: string | null = null;
    const make = (old: Buffer | undefined): Buffer => {
      previousEtag = old === undefined ? null : hashOf(old);
      return Buffer.from(content);
    };
    const expect = ifMatch ? { hash: ifMatch } : {};
    const { hash = '', step } = await vault.write(path, make, { expect, signal });
    return { path, etag: hash, previousEtag, ...(step && { step }) };
  },
});
