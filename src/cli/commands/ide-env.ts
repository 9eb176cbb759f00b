import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { readIdeStatus } from '../ide-status.ts';

export const ideEnvCommand = defineCommand({
  name: 'ide env',
  group: 'protocols',
  summary: 'Print the variables that lead Claude Code to a vault from any folder or terminal.',
  examples: [
    ['env $(vaultd ide env) claude', 'a session that is connected at once'],
    ['vaultd ide env --vault Work', 'for one of several vaults'],
  ],
  async run(context) {
    const { out } = context;
    const { daemon, name } = await context.vault();
    if (daemon === undefined) throw notServed(name);
    const found = (await readIdeStatus(daemon)).find((each) => each.vault === name);
    if (found === undefined) throw notServed(name);
    const variables = {
      CLAUDE_CODE_SSE_PORT: String(found.port),
      ENABLE_IDE_INTEGRATION: 'true',
    };
    if (out.isJson) out.json(variables);
    else for (const [key, value] of Object.entries(variables)) out.line(`${key}=${value}`);
  },
});

function notServed(name: string): UsageError {
  return new UsageError(
    `No daemon serves ${JSON.stringify(name)} at its IDE protocol.`,
    'Start it with "vaultd daemon start".',
  );
}
