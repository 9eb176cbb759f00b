import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';

export const linkUnresolved = defineOperation({
  name: 'link.unresolved',
  summary: 'The links that lead nowhere, most used first, and where they stand.',
  access: 'read',
  at: { local: 'ListUnresolvedLinks', web: 'link.unresolved' },
  input: z.object({ limit: z.int().min(1).max(limits.answerEntriesMax).nullish() }),
  output: z.object({
    links: z.array(
      z.object({
        target: z.string().describe('As it is written, without heading or block.'),
        count: z.int(),
        sources: z.array(z.string()).describe('The notes that have it.'),
      }),
    ),
    total: z.int(),
  }),
  async run(call, { limit }) {
    const links = (await call.known()).unresolved();
    return {
      links: links.slice(0, limit ?? 1000).map((link) => ({ ...link, sources: [...link.sources] })),
      total: links.length,
    };
  },
});
