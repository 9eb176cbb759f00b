import { toRecord } from '../kit/records.ts';
import { CommandError } from './command-error.ts';
import { withDaemon } from './daemon-client.ts';
import type { HttpAddress } from './setup-clients.ts';

/** Where the daemon serves a vault over HTTP, and the token that the client has to send. */
export async function findHttpAddress(
  env: NodeJS.ProcessEnv,
  root: string,
  client: string,
): Promise<HttpAddress> {
  const { findMcpToken, vaultIdOf } = await import('../daemon/mcp-address.ts');
  const addresses = toAddresses(await withDaemon(env, (daemon) => daemon.status()));
  const url = addresses.get(vaultIdOf(root));
  if (url === undefined) {
    throw new CommandError(
      `The daemon does not serve ${root} over HTTP, so nothing was set up.`,
      'Add the vault with "vaultd vault add", and let mcp.http be true.',
    );
  }
  const token = findMcpToken(env, client);
  return { url, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

/** URLs by the ids of the vaults. */
function toAddresses({ protocols }: Readonly<Record<string, unknown>>): Map<string, string> {
  const all = Array.isArray(protocols) ? protocols.map(toRecord) : [];
  const mcp = all.find(({ protocol }) => protocol === 'mcp');
  const listed = Array.isArray(mcp?.addresses) ? mcp.addresses.map(toRecord) : [];
  return new Map(listed.map(({ vault, url }) => [String(vault), String(url)]));
}
