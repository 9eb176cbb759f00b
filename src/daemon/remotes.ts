import { join } from 'node:path';
import { type OpenProtocol, openPerVault, type ProtocolHost } from '../operations/protocol.ts';
import { openRemoteProtocol } from '../protocols/remote/serve.ts';
import type { OpenVault, OpenVaults } from './open.ts';
import { openOrRetry } from './open-or-retry.ts';
import { type Environment, expandHome, remoteDir } from './places.ts';

/** The remote protocols of all vaults that have one. */
export interface Remotes {
  readonly protocols: readonly OpenProtocol[];
  close(): Promise<void>;
}

/** Opens one for each vault that is configured for it, also for those that come later. */
export async function openRemotes(
  host: ProtocolHost,
  opened: Pick<OpenVaults, 'vaults' | 'arrivals'>,
  env: Environment,
): Promise<Remotes> {
  const log = host.log.as('remote');
  const remotes = await openPerVault(opened, log, async (vault) => {
    const places = findPlaces(vault, vault === opened.vaults[0], env);
    const open = (at: RemotePlaces) => openRemoteProtocol(host, { vault, ...at });
    return places && openOrRetry('remote', () => open(places), { log });
  });
  return {
    get protocols() {
      return [...remotes.opened.values()];
    },
    close: remotes.close,
  };
}

interface RemotePlaces {
  readonly socket: string;
  readonly tokenFile: string;
}

/** The first vault is at the default place of clients; the others have folders of their own there. */
function findPlaces(
  { id, config }: OpenVault,
  isDefault: boolean,
  env: Environment,
): RemotePlaces | undefined {
  const remote = config.remote ?? isDefault;
  if (remote === false) return undefined;
  const { socket, token_file } = remote === true ? {} : remote;
  const dir = isDefault ? remoteDir(env) : join(remoteDir(env), id);
  return {
    socket: socket === undefined ? join(dir, 'server.sock') : expandHome(socket, env),
    tokenFile: token_file === undefined ? join(dir, 'token') : expandHome(token_file, env),
  };
}
