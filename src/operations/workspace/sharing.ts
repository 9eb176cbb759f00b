import * as z from 'zod';
import { shareModes } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceGetSharing = defineOperation({
  name: 'workspace.getSharing',
  summary: 'What assistants can see of the notes that the user has open.',
  access: 'read',
  at: { local: 'GetSharing', web: 'workspace.getSharing' },
  input: nothing,
  output: z.object({
    mode: z.enum(shareModes),
    exclude: z.array(z.string()),
    flag: z.string(),
  }),
  run({ workspace }) {
    const { mode, exclude, flag } = workspace.sharing;
    return { mode, exclude: [...exclude], flag };
  },
});

export const workspaceSetSharing = defineOperation({
  name: 'workspace.setSharing',
  summary:
    'Set what assistants can see of the notes that the user has open, until the next reload.',
  access: 'admin',
  at: { local: 'SetSharing', web: 'workspace.setSharing' },
  input: z.strictObject({
    mode: z.enum(shareModes).describe('The selection, only the name of the file, or nothing.'),
  }),
  output: z.object({ mode: z.enum(shareModes) }),
  run({ workspace }, { mode }) {
    workspace.setSharing({ mode });
    return { mode };
  },
});
