import { z } from 'zod';
import { textRange } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceLatestSelection = defineOperation({
  name: 'workspace.latestSelection',
  summary: 'The last text that was selected in an editor, also when it is selected no more.',
  access: 'read',
  at: { ide: 'getLatestSelection' },
  input: nothing,
  output: z.object({
    latest: z.object({ path: z.string(), selection: textRange, text: z.string() }).optional(),
  }),
  fails: [],
  run({ workspace }) {
    const { path, selection, text } = workspace.latest() ?? {};
    return path && selection ? { latest: { path, selection, text: text ?? '' } } : {};
  },
});
