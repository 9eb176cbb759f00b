import type { PathPolicy } from '../../contract/callers.ts';
import type { DoorHost, OpenDoor } from '../../operations/door.ts';
import { openAttach } from './attach.ts';
import { openHttp } from './http/listen.ts';
import type { HttpSettings } from './http/settings.ts';
import type { McpOptions } from './options.ts';

export interface McpDoorOptions {
  /** Where `vaultd mcp` finds this daemon. */
  readonly socket: string;
  readonly options: McpOptions;
  readonly policy: PathPolicy;
  /** Undefined: not over HTTP. */
  readonly http: HttpSettings | undefined;
}

/** MCP in the daemon: for processes of this machine's own user, and over HTTP. */
export async function openMcpDoor(
  host: DoorHost,
  { socket, options, policy, http }: McpDoorOptions,
): Promise<OpenDoor> {
  const [vault] = host.vaults;
  if (vault === undefined) throw new TypeError('A daemon serves at least one vault.');
  const attach = await openAttach(host, socket);
  try {
    const isStateless = http?.isStateless ?? false;
    const web = http && (await openHttp({ host, vault, options, policy, isStateless }, http));
    return {
      door: 'mcp',
      lines: ['vaultd mcp  (agents start this)', ...(web === undefined ? [] : [web.url])],
      async close() {
        await Promise.allSettled([attach.close(), web?.close()]);
      },
    };
  } catch (thrown) {
    await attach.close();
    throw thrown;
  }
}
