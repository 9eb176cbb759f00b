import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import { mcpLimits } from '../contract/limits.ts';
import { LineReader } from '../kit/line-reader.ts';
import type { Hello } from '../protocols/mcp/attach.ts';
import type { Backend } from '../protocols/mcp/front.ts';
import type { McpSettings } from './mcp-settings.ts';
import { type Environment, expandHome, mcpSocket } from './places.ts';

/** Hands a client over to a daemon that serves its vault; undefined when there is none. */
export async function attach(
  settings: McpSettings,
  env: Environment,
  write: (line: string) => void,
): Promise<Backend | undefined> {
  const socket = await dial(mcpSocket(env));
  if (socket === undefined) return undefined;
  return new Promise((settle) => {
    let isAttached = false;
    const reader = new LineReader(
      mcpLimits.lineBytesMax,
      (line) => {
        if (isAttached) return write(line);
        isAttached = line === '{"attached":true}';
        settle(isAttached ? toBackend(socket) : undefined);
        if (!isAttached) socket.destroy();
      },
      () => socket.destroy(),
    );
    socket.on('data', (chunk) => reader.push(chunk));
    socket.once('close', () => {
      settle(undefined);
      // The daemon is gone: the client is told by the end of our output, and may start again.
      if (isAttached) process.exit(1);
    });
    socket.write(`${JSON.stringify(toHello(settings, env))}\n`);
  });
}

export function noDaemon(): VaultError {
  return new VaultError('unavailable', 'No daemon serves this vault.', {
    hint: 'Start one with vaultd daemon start, or leave --attach out.',
  });
}

function toHello({ vault, policy, options }: McpSettings, env: Environment): Hello {
  const { read, write, readOnly } = policy;
  return {
    ...(vault !== undefined && { vault: resolve(expandHome(vault, env)) }),
    policy: {
      ...(read && { read: [...read] }),
      ...(write && { write: [...write] }),
      ...(readOnly && { readOnly: true }),
    },
    options,
  };
}

function toBackend(socket: Socket): Backend {
  return {
    push: (line) => void socket.write(`${line}\n`),
    get isFull() {
      return socket.writableLength > mcpLimits.unsentBytesMax;
    },
    onRoom: (listener) => void socket.on('drain', listener),
    hold: (isHeld) => void (isHeld ? socket.pause() : socket.resume()),
    end: () =>
      new Promise((resolve) => {
        socket.removeAllListeners('close');
        socket.once('close', () => resolve());
        socket.end();
      }),
  };
}

function dial(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
