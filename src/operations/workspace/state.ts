import * as z from 'zod';
import { textRange } from '../../contract/range-schema.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceGetState = defineOperation({
  name: 'workspace.getState',
  summary: 'What is open, active and selected in attached editors.',
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
  run({ workspace }) {
    const { active, selection, text, open, dirty } = workspace.state();
    return { active, selection, text, open: [...open], dirty: [...dirty] };
  },
});

export const workspaceLatestSelection = defineOperation({
  name: 'workspace.latestSelection',
  summary: 'The last text that was selected in an editor, even if it is no longer selected.',
  access: 'read',
  at: { ide: 'getLatestSelection' },
  input: nothing,
  output: z.object({
    latest: z.object({ path: z.string(), selection: textRange, text: z.string() }).optional(),
  }),
  run({ workspace }) {
    const { path, selection, text } = workspace.latest() ?? {};
    return path && selection ? { latest: { path, selection, text: text ?? '' } } : {};
  },
});

export const workspaceRecent = defineOperation({
  name: 'workspace.recent',
  summary: 'Recently opened notes, the latest first.',
  access: 'read',
  at: { local: 'ListRecent', ide: 'resources/list' },
  input: nothing,
  output: z.object({ paths: z.array(z.string()) }),
  run: ({ workspace }) => ({ paths: workspace.recent() }),
});
