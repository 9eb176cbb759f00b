import * as z from 'zod';
import { defineOperation } from '../operation.ts';

export const aliasList = defineOperation({
  name: 'alias.list',
  summary: 'The aliases of notes.',
  access: 'read',
  at: { local: 'ListAliases' },
  input: z.object({}),
  output: z.object({ aliases: z.array(z.object({ alias: z.string(), path: z.string() })) }),
  run: async (call) => ({ aliases: (await call.known()).aliases() }),
});
