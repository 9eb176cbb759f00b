import * as z from 'zod';
import { hostError, howToAttach } from '../../engine/app/hosts/host-errors.ts';
import { oneLine } from '../../kit/one-line.ts';
import { defineOperation } from '../operation.ts';
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
      appliedFilters === undefined
        ? count
        : oneLine`${count} · nameRegex=\`${appliedFilters.nameRegex}\``;
    const lines = commands.map(({ id, name }) => oneLine`- \`${id}\` — ${name}`);
    return [title, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n');
  },
});

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
    if (palette === undefined) throw hostError('no-palette', { data: { commandId } });
    await palette.run(commandId, signal);
    return { commandId, executed: true as const };
  },
  say: ({ commandId, executed }) => oneLine`**Executed \`${commandId}\`** (executed: ${executed})`,
});

const noPalette = `No attached app offers commands. ${howToAttach}`;
