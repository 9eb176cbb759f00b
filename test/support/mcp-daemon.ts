import { onTestFinished } from 'vitest';
import { Child } from './child.ts';
import type { McpHome } from './mcp.ts';

export interface DaemonOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of `serve` on the vault of the home. */
  readonly args?: readonly string[];
}

/** A daemon for one test on the vault of a home, and the address it gives for MCP over HTTP. */
export async function startMcpDaemon(
  home: Pick<McpHome, 'root' | 'env'>,
  { env = {}, args = ['serve', home.root] }: DaemonOptions = {},
): Promise<string> {
  const child = Child.vaultd(args, {
    env: { ...home.env, MCP_HTTP_PORT: '0', MCP_AUTH_MODE: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    await child.stop();
  });
  // The daemon tells its address on standard output, `vaultd mcp` on the other one.
  const address = () => /http:\/\/\S+\/mcp(?=\s)/.exec(`${child.stdout} ${child.stderr}`)?.[0];
  await child.until(() => address() !== undefined, 'the address of MCP over HTTP');
  return address() ?? '';
}
