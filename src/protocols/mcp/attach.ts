import { realpathSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import { mcpLimits } from '../../contract/limits.ts';
import { BatchedWriter } from '../../kit/batched-writer.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import { openBackend } from './backend.ts';
import { stories } from './bundle/options.ts';
import type { Backend } from './front.ts';
import { LineGate } from './line-gate.ts';

/** What a client's process tells before it hands its client's lines over. */
export const hello = z.object({
  /** The folder of the vault; the default one when left out. */
  vault: z.string().optional(),
  policy: z.object({
    read: z.array(z.string()).optional(),
    write: z.array(z.string()).optional(),
    readOnly: z.boolean().optional(),
  }),
  options: z.object({
    strict: z.boolean(),
    commands: z.boolean(),
    confirmDelete: z.boolean(),
    callMs: z.number(),
    bundle: z
      .object({
        stories: z.array(z.enum(stories)).readonly(),
        hasApp: z.boolean(),
        commands: z.boolean(),
        readOnly: z.boolean(),
        errors: z.enum(['protocol', 'tool']),
        callMs: z.number(),
        toolMs: z.record(z.string(), z.number()),
      })
      .optional(),
  }),
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
    serveSocket(host, socket);
  });
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
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

function serveSocket(host: ProtocolHost, socket: Socket): void {
  let backend: Backend | undefined;
  const writer = new BatchedWriter((text) => socket.write(text));
  const write = (line: string) => writer.push(`${line}\n`);
  const end = () => {
    writer.flush();
    socket.end();
  };
  const arrive = (line: string): boolean => {
    if (backend !== undefined) return false;
    backend = greet(host, line, write, end);
    write(JSON.stringify({ attached: backend !== undefined }));
    if (backend === undefined) end();
    else gate.open(backend);
    return true;
  };
  const gate = new LineGate({
    source: socket,
    sink: socket,
    arrive,
    fail: () => socket.destroy(),
  });
  socket.once(
    'end',
    () =>
      void gate
        .emptied()
        .then(() => backend?.end())
        .finally(end),
  );
  socket.once('close', () => void backend?.end());
}

function greet(
  host: ProtocolHost,
  line: string,
  write: (line: string) => void,
  disconnect: () => void,
): Backend | undefined {
  const parsed = hello.safeParse(parseJson(line));
  if (!parsed.success) return undefined;
  const { vault: folder, options } = parsed.data;
  const { read, write: writable, readOnly } = parsed.data.policy;
  const policy = {
    ...(read && { read }),
    ...(writable && { write: writable }),
    ...(readOnly && { readOnly }),
  };
  const vault = host.vaults.find(({ root }) => folder === undefined || isSame(root, folder));
  if (vault === undefined) return undefined;
  return openBackend({ host, vault, options, policy, write, disconnect });
}

function isSame(root: string, folder: string): boolean {
  try {
    return root === folder || realpathSync(root) === realpathSync(folder);
  } catch {
    return false;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
