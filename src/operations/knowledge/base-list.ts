import * as z from 'zod';
import { defineOperation } from '../operation.ts';

export const baseList = defineOperation({
  name: 'base.list',
  summary: 'The bases of the vault with their views.',
  access: 'read',
  at: { local: 'ListBases' },
  input: z.object({}),
  output: z.object({
    bases: z.array(
      z.object({
        path: z.string(),
        views: z.array(z.object({ name: z.string(), type: z.string() })),
        problems: z.array(z.string()).describe('What in it is not understood.'),
      }),
    ),
  }),
  async run({ queries }) {
    const bases = await queries.bases();
    return {
      bases: bases.map(({ path, views, problems }) => ({
        path,
        views: [...views],
        problems: [...problems],
      })),
    };
  },
});
