import * as z from 'zod';
import { defineOperation } from '../operation.ts';

export const propertyList = defineOperation({
  name: 'property.list',
  summary: 'The properties of notes, with their types and numbers of notes.',
  access: 'read',
  at: { local: 'ListProperties', web: 'property.list' },
  input: z.object({}),
  output: z.object({
    properties: z.array(z.object({ name: z.string(), type: z.string(), count: z.int() })),
  }),
  run: async (call) => ({ properties: (await call.known()).properties() }),
});
