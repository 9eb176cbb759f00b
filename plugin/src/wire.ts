/** The part that needs Node. It is loaded when the layout is ready, so that loading the plugin is free. */
import { access, realpath } from 'node:fs/promises';
import { Client } from '../../src/protocols/local/client/client.ts';
import { runtimePaths } from '../../src/protocols/local/client/runtime.ts';

export type { Client } from '../../src/protocols/local/client/client.ts';

/** How long the client waits before it connects again after a loss. */
export const reconnect = { minMs: 100, maxMs: 4000 };

/** Where the daemon listens: the path of the settings, else where it listens by default. */
export function socketPath(setting: string): string {
  return setting === '' ? runtimePaths('vaultd').socket : setting;
}

export function createClient(socket: string): Client {
  return new Client({ socket, reconnect });
}

/** False for a path that names nothing. The pipes of Windows cannot be looked up. */
export async function mayBeSocket(path: string): Promise<boolean> {
  if (path.startsWith('\\\\')) return true;
  return access(path).then(
    () => true,
    () => false,
  );
}

/** True when both paths name one folder, through whatever links. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  try {
    return (await realpath(one)) === (await realpath(other));
  } catch {
    return false;
  }
}
