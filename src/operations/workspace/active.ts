import * as z from 'zod';
import { resolveTarget } from '../agent/target.ts';
import { defineOperation } from '../operation.ts';

export const workspaceActive = defineOperation({
  name: 'workspace.active',
  summary: 'The active file: of the app, else of an editor, else the last one stored.',
  access: 'read',
  at: { rest: 'active' },
  input: z.object({}),
  output: z.object({ path: z.string() }),
  fails: ['forbidden', 'not-found'],
  async run(call) {
    return { path: await resolveTarget(call, { type: 'active' }) };
  },
});
