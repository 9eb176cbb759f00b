import { z } from 'zod';
import { vaultPath } from '../../contract/paths.ts';
import { defineOperation } from '../operation.ts';

export const noteAppend = defineOperation({
  name: 'note.append',
  summary: 'Add text to the end of a note, on a line of its own.',
  access: 'write',
  at: { local: 'AppendNote' },
  input: z.object({
    path: vaultPath.describe('The note to add to.'),
    content: z.string(),
    create: z.boolean().nullish().describe('Make the note when it is missing.'),
    ifMatch: z.string().nullish().describe('Refuse if the note has another etag by now.'),
  }),
  output: z.object({
    path: z.string(),
    etag: z.string(),
    step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
  }),
  fails: ['changed-on-disk', 'is-a-folder', 'not-a-folder', 'not-found'],
  async run({ notes, signal }, { path, content, create, ifMatch }) {
    const add = (text: string): string => {
      const ending = text.includes('\r\n') ? '\r\n' : '\n';
      const gap = text === '' || /\n$/.test(text) ? '' : ending;
      return `${text}${gap}${content}`;
    };
    const { hash = '', step } = await notes.update(path, add, {
      create: create === true,
      signal,
      why: `append to ${path}`,
      ...(ifMatch && { expectedHash: ifMatch }),
    });
    return { path, etag: hash, ...(step && { step }) };
  },
});
