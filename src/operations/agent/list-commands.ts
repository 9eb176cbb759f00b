import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { noPalette } from './commands.ts';
import { createNameFilter } from './name-filter.ts';
import { notice } from './shapes.ts';

export const agentListCommands = defineOperation({
  name: 'agent.listCommands',
  summary:
    'List the commands that obsidian_execute_command can run. Commands are opaque and may destroy data; prefer a dedicated tool.',
  access: 'admin',
  at: { mcp: 'obsidian_list_commands' },
  input: z.strictObject({
    nameRegex: z.string().optional().describe('Only commands whose display name matches.'),
  }),
  output: z.object({
    commands: z.array(z.object({ id: z.string(), name: z.string() })),
    appliedFilters: z.object({ nameRegex: z.string() }).optional(),
    notice,
  }),
  fails: ['forbidden', 'invalid-input', 'unavailable'],

  async run(call, { nameRegex }) {
    const byName = createNameFilter(call, nameRegex);
    const palette = await call.hosts.palette(call.signal);
    const all = (await palette?.commands(call.signal)) ?? [];
    const named = await byName(all.map(({ name }) => name));
    const commands = all.filter((_, index) => named[index] === true);
    return {
      commands: [...commands],
      ...(nameRegex !== undefined && { appliedFilters: { nameRegex } }),
      ...(palette === undefined && { notice: noPalette }),
    };
  },
  say: ({ commands, appliedFilters }) => {
    const count = `**${commands.length} ${commands.length === 1 ? 'command' : 'commands'}**`;
    const title =
      appliedFilters === undefined ? count : `${count} · nameRegex=\`${appliedFilters.nameRegex}\``;
    const lines = commands.map(({ id, name }) => `- \`${id}\` — ${name}`);
    return [title, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n');
  },
});
