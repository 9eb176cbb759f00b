import { z } from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { defineOperation } from '../operation.ts';
import { noPalette } from './commands.ts';

export const agentRunCommand = defineOperation({
  name: 'agent.runCommand',
  summary:
    'Run a command by its id. What it does depends on the command and may destroy data; prefer a dedicated tool.',
  access: 'admin',
  at: { mcp: 'obsidian_execute_command' },
  input: z.strictObject({
    commandId: z.string().min(1).describe('An id that obsidian_list_commands returns.'),
  }),
  output: z.object({ commandId: z.string(), executed: z.literal(true) }),
  fails: ['forbidden', 'invalid-input', 'not-found', 'unavailable'],

  async run({ hosts, signal }, { commandId }) {
    const palette = await hosts.palette(signal);
    const known = (await palette?.commands(signal)) ?? [];
    if (palette === undefined || !known.some(({ id }) => id === commandId)) {
      throw new VaultError('not-found', `There is no command "${commandId}".`, {
        reason: 'command-unknown',
        hint: palette === undefined ? noPalette : 'List the commands to see which there are.',
        data: { commandId },
      });
    }
    await palette.run(commandId, signal);
    return { commandId, executed: true as const };
  },
  say: ({ commandId, executed }) => `**Executed \`${commandId}\`** (executed: ${executed})`,
});
