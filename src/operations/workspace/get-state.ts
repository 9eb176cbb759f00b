import { z } from 'zod';
import { textRange } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceGetState = defineOperation({
  name: 'workspace.getState',
  summary: 'What is open, active and selected in the editors that are attached.',
  access: 'read',
  at: { local: 'GetEditorState', ide: 'getCurrentSelection', web: 'workspace.getState' },
  input: nothing,
  output: z.object({
    active: z.string().optional(),
    selection: textRange.optional(),
    text: z.string(),
    open: z.array(z.string()),
    dirty: z.array(z.string()),
  }),
  fails: [],
  run({ workspace }) {
    const { active, selection, text, open, dirty } = workspace.state();
    return { active, selection, text, open: [...open], dirty: [...dirty] };
  },
});
