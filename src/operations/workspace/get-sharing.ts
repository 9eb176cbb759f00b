import { z } from 'zod';
import { shareModes } from '../../contract/workspace.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const workspaceGetSharing = defineOperation({
  name: 'workspace.getSharing',
  summary: 'What assistants are told of the notes that the user looks at.',
  access: 'read',
  at: { local: 'GetSharing', web: 'workspace.getSharing' },
  input: nothing,
  output: z.object({
    mode: z.enum(shareModes),
    exclude: z.array(z.string()),
    flag: z.string(),
  }),
  fails: [],
  run({ workspace }) {
    const { mode, exclude, flag } = workspace.sharing;
    return { mode, exclude: [...exclude], flag };
  },
});
