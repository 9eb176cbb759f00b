import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { entryType } from '../shapes.ts';

export const fsChangesSince = defineOperation({
  name: 'fs.changesSince',
  summary: 'What changed after a cursor: the last change of each path, page by page.',
  access: 'read',
  at: { remote: 'fs.changesSince' },
  input: z.object({
    cursor: z
      .string()
      .nullish()
      .describe('Where to start. Without it, the response has only the current cursor.'),
  }),
  output: z.object({
    cursor: z.string().describe('Where the next question begins.'),
    changes: z.array(
      z.object({
        path: z.string(),
        event: z.enum(['created', 'modified', 'deleted']),
        type: entryType.describe('Of a folder that was created, everything below is new too.'),
      }),
    ),
    more: z.boolean().describe('There is another page after the cursor.'),
    reset: z.boolean().describe('The log does not reach back so far: walk the vault again.'),
  }),
  async run({ changes }, { cursor }) {
    if (cursor === undefined || cursor === null) {
      return { cursor: await changes.cursor(), changes: [], more: false, reset: false };
    }
    const page = await changes.since(cursor, limits.changesPageMax);
    if (page !== undefined) return { ...page, changes: [...page.changes], reset: false };
    return { cursor: await changes.cursor(), changes: [], more: false, reset: true };
  },
});
