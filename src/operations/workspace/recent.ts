import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceRecent = defineOperation({
  name: 'workspace.recent',
  summary: 'The notes that were open lately, the last one first.',
  access: 'read',
  at: { local: 'ListRecent', ide: 'resources/list' },
  input: nothing,
  output: z.object({ paths: z.array(z.string()) }),
  fails: [],
  run: ({ workspace }) => ({ paths: workspace.recent() }),
});
