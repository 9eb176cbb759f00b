import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import { mcpLimits } from '../contract/mcp-limits.ts';
import { readFirstLine } from '../kit/first-line.ts';
import { withinMs } from '../kit/within.ts';
import type { Hello } from '../protocols/mcp/attach.ts';
import type { McpSettings } from './mcp-settings.ts';
import { expandHome, mcpSocket } from './places.ts';

/** A way to the daemon that serves the vault; undefined when there is none and none is needed. */
export async function attach(settings: McpSettings): Promise<Socket | undefined> {
  if (settings.attach === 'never') return undefined;
  const socket = await dial(mcpSocket(settings.env));
  if (socket !== undefined) {
    socket.write(`${JSON.stringify(toHello(settings))}\n`);
    const answer = readFirstLine(socket, mcpLimits.helloBytesMax);
    if ((await withinMs(mcpLimits.attachMs, answer)) === '{"attached":true}') return socket;
    socket.destroy();
  }
  if (settings.attach === 'auto') return undefined;
  throw new VaultError('unavailable', 'No daemon serves this vault.', {
    hint: 'Start one with vaultd daemon start, or leave --attach out.',
  });
}

/** Hands a client's bytes to the daemon and back. Resolves to the exit code when either is gone. */
export async function passThrough(socket: Socket): Promise<number> {
  const { stdin, stdout } = process;
  stdin.pipe(socket);
  socket.pipe(stdout, { end: false });
  stdin.once('close', () => socket.end());
  stdout.once('error', () => socket.destroy());
  await once(socket, 'close');
  if (stdout.writable) await new Promise<void>((done) => stdout.write('', () => done()));
  // When the daemon is gone first, the client sees us fail, and may start again.
  return stdin.readableEnded || !stdout.writable ? 0 : 1;
}

function toHello({ vaults: [vault], policy, options, env }: McpSettings): Hello {
  const { read, write, readOnly } = policy;
  return {
    ...(vault !== undefined && { vault: resolve(expandHome(vault.path, env)) }),
    policy: {
      ...(read && { read: [...read] }),
      ...(write && { write: [...write] }),
      ...(readOnly && { readOnly: true }),
    },
    options,
  };
}

function dial(path: string): Promise<Socket | undefined> {
  return new Promise((settle) => {
    const socket = connect(path);
    socket.once('connect', () => settle(socket));
    socket.on('error', () => {
      settle(undefined);
      socket.destroy();
    });
  });
}
