import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { defineOperation } from '../operation.ts';

export const workspaceSave = defineOperation({
  name: 'workspace.save',
  summary:
    'Ask the editor that has unsaved text of a note to save it. vaultd itself writes nothing.',
  access: 'read',
  at: { ide: 'saveDocument' },
  input: z.object({ path: vaultPath }),
  output: z.object({
    isOpen: z.boolean(),
    saved: z.boolean().describe('False when nothing was unsaved or the editor did not save.'),
  }),
  async run({ workspace, signal }, { path }) {
    if (!workspace.state().open.includes(path)) return { isOpen: false, saved: false };
    return { isOpen: true, saved: await workspace.save(path, signal) };
  },
});
