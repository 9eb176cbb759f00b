import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const diffClose = defineOperation({
  name: 'diff.close',
  summary: 'Take back a proposed change by its title.',
  access: 'read',
  at: { ide: 'close_tab' },
  input: z.object({ title: z.string() }),
  output: nothing,
  fails: [],
  run({ workspace, session }, { title }) {
    workspace.withdraw(session, title);
    return {};
  },
});
