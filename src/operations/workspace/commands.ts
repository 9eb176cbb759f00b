import * as z from 'zod';
import { defineOperation } from '../operation.ts';

export const workspaceCommands = defineOperation({
  name: 'workspace.commands',
  summary: 'The commands of an attached app; empty without an app.',
  access: 'read',
  at: { rest: 'GET commands' },
  input: z.object({}),
  output: z.object({ commands: z.array(z.object({ id: z.string(), name: z.string() })) }),
  fails: ['unavailable'],
  async run({ hosts, signal }) {
    const palette = await hosts.palette(signal);
    return { commands: (await palette?.commands(signal)) ?? [] };
  },
});
