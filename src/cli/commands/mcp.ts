import { defineCommand } from '../command.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  group: 'protocols',
  brief: 'for agents, on stdio',
  summary: 'Serve one vault to an agent over MCP on standard input and output.',
  about:
    'Uses the engine of a daemon that serves the vault, else opens the vault in this process. The environment variables of docs/mcp.md narrow what the agent may see and change.',
  isRaw: true,
  args: [{ name: 'VAULT', summary: 'Folder of notes.', isOptional: true, kind: 'folder' }],
  flags: {
    attach: {
      type: 'string',
      summary: 'Whether to use a running daemon.',
      choices: ['auto', 'always', 'never'],
    },
    toolset: {
      type: 'string',
      summary: 'Which tools: those for a vault, the bundle of docs/bundle.md, or both.',
      choices: ['vault', 'bundle', 'both'],
    },
    strict: { type: 'boolean', summary: 'Offer only what the REST-based server offers.' },
  },
  examples: [['vaultd mcp ~/Notes', 'what an agent starts']],
  // The executable goes to the same place without loading this file.
  async run(_context, { args }) {
    const { runMcp } = await import('../../daemon/mcp.ts');
    await runMcp(args, process.env);
  },
});
