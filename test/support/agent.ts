import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { builtUrl } from '../../src/kit/entry-url.ts';
import type { VaultHome } from './vault-daemon.ts';

const executable = fileURLToPath(builtUrl('../bin/vaultd'));

export interface Agent {
  call(tool: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** An agent with a name that works on the vault which a daemon serves, as agents do: over MCP. */
export async function openAgent(
  home: VaultHome,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' });
  const env: Record<string, string> = { ...more };
  for (const [key, value] of Object.entries(home.env)) if (value !== undefined) env[key] = value;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [executable, 'mcp', home.vault, '--attach', 'always'],
      env,
      stderr: 'ignore',
    }),
  );
  return {
    call: (tool, args) => client.callTool({ name: tool, arguments: args }),
    close: () => client.close(),
  };
}
