import { realpathSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import * as z from 'zod';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { readFirstLine } from '../../kit/first-line.ts';
import { toLogText } from '../../kit/log.ts';
import { tryParseJson } from '../../kit/records.ts';
import { listenAtPath } from '../../kit/socket-file.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import { vaultContract } from './contract.ts';
import { mcpOptions } from './options.ts';
import { serveLines } from './serve-lines.ts';
import { openVaultBackend, type VaultBackendOptions } from './vault/backend.ts';

/** What a client's process sends before the lines of its client. */
const hello = z.object({
  /** The folder of the vault; the default one when left out. */
  vault: z.string().optional(),
  policy: z.object({
    read: z.array(z.string()).optional(),
    write: z.array(z.string()).optional(),
    readOnly: z.boolean().optional(),
  }),
  options: mcpOptions,
});
export type Hello = z.output<typeof hello>;

export interface OpenAttach {
  readonly path: string;
  close(): Promise<void>;
}

/** Lets `vaultd mcp` use this engine: lines as on standard input, after one line that says who it is. */
export async function openAttach(host: ProtocolHost, path: string): Promise<OpenAttach> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    serveSocket(host, socket).catch((thrown) => {
      host.log.error('mcp', { error: toLogText(thrown) });
      socket.destroy();
    });
  });
  await rm(path, { force: true });
  await listenAtPath(server, path);
  await chmod(path, 0o600);
  return {
    path,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.end();
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, mcpLimits.hangUpMs).unref();
      await closed;
    },
  };
}

async function serveSocket(host: ProtocolHost, socket: Socket): Promise<void> {
  const line = await readFirstLine(socket, mcpLimits.helloBytesMax);
  const asked = line === undefined ? undefined : greet(host, line);
  socket.write(`${JSON.stringify({ attached: asked !== undefined })}\n`);
  if (asked !== undefined) {
    await serveLines({
      input: socket,
      output: socket,
      contract: vaultContract(host.version),
      load: (client) =>
        openVaultBackend({ host, ...asked, client, disconnect: () => socket.end() }),
      report: (thrown) => host.log.error('mcp', { error: toLogText(thrown) }),
    });
  }
  socket.end();
}

/** What the client's process asks for; undefined when it is no hello, or for another vault. */
function greet(
  { vaults }: ProtocolHost,
  line: string,
): Pick<VaultBackendOptions, 'vault' | 'options' | 'policy'> | undefined {
  const parsed = hello.safeParse(tryParseJson(line));
  if (!parsed.success) return undefined;
  const { vault: folder, options } = parsed.data;
  const { read, write, readOnly } = parsed.data.policy;
  const policy = { ...(read && { read }), ...(write && { write }), ...(readOnly && { readOnly }) };
  const vault = vaults.find(({ root }) => folder === undefined || isSame(root, folder));
  return vault && { vault, options, policy };
}

function isSame(root: string, folder: string): boolean {
  try {
    return root === folder || realpathSync(root) === realpathSync(folder);
  } catch {
    return false;
  }
}
