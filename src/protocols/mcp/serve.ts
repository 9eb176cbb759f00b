import type { PathPolicy } from '../../contract/callers.ts';
import type { OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { openAttach } from './attach.ts';
import { openHttp } from './http/listen.ts';
import type { HttpSettings } from './http/settings.ts';
import type { McpOptions } from './options.ts';

export interface McpProtocolOptions {
  /** Where `vaultd mcp` finds this daemon. */
  readonly socket: string;
  readonly options: McpOptions;
  readonly policy: PathPolicy;
  /** Undefined: not over HTTP. */
  readonly http: HttpSettings | undefined;
}

/** MCP in the daemon: for processes of this machine's own user, and over HTTP. */
export async function openMcpProtocol(
  host: ProtocolHost,
  { socket, options, policy, http }: McpProtocolOptions,
): Promise<OpenProtocol> {
  const attach = await openAttach(host, socket);
  try {
    const web = http && (await openHttp({ host, options, policy }, http));
    return {
      protocol: 'mcp',
      get lines() {
        const addresses = web === undefined ? [] : toLines(host, web.url, http);
        return ['vaultd mcp  (agents start this)', ...addresses];
      },
      status: () => ({ addresses: web === undefined ? [] : toAddresses(host, web.url) }),
      async close() {
        await Promise.allSettled([attach.close(), web?.close()]);
      },
    };
  } catch (thrown) {
    await attach.close();
    throw thrown;
  }
}

/** One address for each vault: the first has the short one, and of two with one name the second its id. */
function toAddresses({ vaults }: ProtocolHost, url: string): { vault: string; url: string }[] {
  const isFirst = (vault: ServedVault) => vaults.find(({ name }) => name === vault.name) === vault;
  const toUrl = (vault: ServedVault, index: number) =>
    index === 0 ? url : `${url}/${encodeURIComponent(isFirst(vault) ? vault.name : vault.id)}`;
  return vaults.map((vault, index) => ({ vault: vault.id, url: toUrl(vault, index) }));
}

function toLines(host: ProtocolHost, url: string, http: HttpSettings | undefined): string[] {
  const addresses = toAddresses(host, url).map((each) => each.url);
  const file = http?.auth.mode === 'token' ? http.auth.file : undefined;
  return file === undefined ? addresses : [...addresses, `bearer token in ${file}`];
}
