import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const diffCloseAll = defineOperation({
  name: 'diff.closeAll',
  summary: 'Take back everything this client has proposed.',
  access: 'read',
  at: { ide: 'closeAllDiffTabs' },
  input: nothing,
  output: z.object({ closed: z.int() }),
  fails: [],
  run: ({ workspace, session }) => ({ closed: workspace.withdrawAll(session) }),
});
