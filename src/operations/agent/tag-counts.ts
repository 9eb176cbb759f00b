import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { countTags } from './list-tags.ts';

export const agentTagCounts = defineOperation({
  name: 'agent.tagCounts',
  summary: 'All tags with how often they are used, without a limit.',
  access: 'read',
  at: {},
  input: z.strictObject({}),
  output: z.object({ tags: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  fails: ['forbidden'],
  run: async (call) => ({ tags: [...(await countTags(call))] }),
});
