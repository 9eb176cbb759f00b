import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const diffClose = defineOperation({
  name: 'diff.close',
  summary: 'Withdraw a proposed change by its title.',
  access: 'read',
  at: { ide: 'close_tab' },
  input: z.object({ title: z.string() }),
  output: nothing,
  run({ workspace, session }, { title }) {
    workspace.withdraw(session, title);
    return {};
  },
});

export const diffCloseAll = defineOperation({
  name: 'diff.closeAll',
  summary: 'Withdraw everything that this client has proposed.',
  access: 'read',
  at: { ide: 'closeAllDiffTabs' },
  input: nothing,
  output: z.object({ closed: z.int() }),
  run: ({ workspace, session }) => ({ closed: workspace.withdrawAll(session) }),
});
