import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { McpHome } from './mcp.ts';

export const executable = fileURLToPath(new URL('../../bin/vaultd', import.meta.url));

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
  const child = spawn(process.execPath, [executable, ...args], {
    env: { ...home.env, MCP_HTTP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => stop(child));
  // The daemon tells its address on standard output, `vaultd mcp` on the other one.
  return Promise.any([child.stdout, child.stderr].map(findAddress));
}

async function findAddress(input: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input });
    lines.on('line', (line) => {
      const url = /http:\/\/\S+\/mcp/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    lines.once('close', () => reject(new Error('the daemon told no address')));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}
