import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';

export const tagNotes = defineOperation({
  name: 'tag.notes',
  summary: 'The notes that have a tag or one below it.',
  access: 'read',
  at: { local: 'ListTagged', web: 'tag.notes' },
  input: z.object({
    tag: z.string().min(1).describe('With or without #, in any case.'),
    limit: z.int().min(1).max(limits.answerPathsMax).nullish(),
  }),
  output: z.object({ notes: z.array(z.string()), total: z.int() }),
  fails: [],
  async run(call, { tag, limit }) {
    const pages = (await call.known()).pages.pagesWithTag(tag.startsWith('#') ? tag : `#${tag}`);
    return {
      notes: pages.slice(0, limit ?? 1000).map(({ path }) => path),
      total: pages.length,
    };
  },
});
