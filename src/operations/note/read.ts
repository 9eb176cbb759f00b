import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';
import { isoTime } from '../shapes.ts';

export const noteRead = defineOperation({
  name: 'note.read',
  summary: 'The text of a note, with its etag.',
  access: 'read',
  at: { local: 'ReadNote', web: 'note.read' },
  input: z.object({ path: vaultPath.describe('The note to read.') }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    etag: z.string().describe('Changes whenever the content does.'),
    size: z.int(),
    mtime: isoTime,
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ notes }, { path }) {
    const { text, hash, stat } = await notes.read(path);
    return {
      path,
      content: text,
      etag: hash,
      size: stat.size,
      mtime: new Date(stat.mtime).toISOString(),
    };
  },
});
