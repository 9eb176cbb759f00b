import { z } from 'zod';
import { shareModes } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';

export const workspaceSetSharing = defineOperation({
  name: 'workspace.setSharing',
  summary:
    'Say what assistants are told of the notes that the user looks at, until the next reload.',
  access: 'admin',
  at: { local: 'SetSharing', web: 'workspace.setSharing' },
  input: z.strictObject({
    mode: z.enum(shareModes).describe('The selection, the name of the file only, or nothing.'),
  }),
  output: z.object({ mode: z.enum(shareModes) }),
  fails: [],
  run({ workspace }, { mode }) {
    workspace.setSharing({ mode });
    return { mode };
  },
});
