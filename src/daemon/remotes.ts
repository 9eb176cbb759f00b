import { join } from 'node:path';
import { toLogText } from '../kit/log.ts';
import type { OpenProtocol, ProtocolHost } from '../operations/protocol.ts';
import { openRemoteProtocol } from '../protocols/remote/serve.ts';
import type { OpenVault, OpenVaults } from './open.ts';
import { type Environment, expandHome, remoteDir } from './places.ts';

/** The remote protocols of all vaults that want one. */
export interface Remotes {
  readonly protocols: readonly OpenProtocol[];
  close(): Promise<void>;
}

/** Opens one for each vault that wants it, also for those that come later. */
export async function openRemotes(
  host: ProtocolHost,
  { vaults, arrivals }: Pick<OpenVaults, 'vaults' | 'arrivals'>,
  env: Environment,
): Promise<Remotes> {
  const opened = new Map<OpenVault, OpenProtocol>();
  const open = async (vault: OpenVault, isDefault: boolean): Promise<void> => {
    const places = findPlaces(vault, isDefault, env);
    if (places === undefined) return;
    const protocol = await openRemoteProtocol(host, { vault, ...places });
    // It may have gone while its protocol was opening.
    if (vaults.includes(vault)) opened.set(vault, protocol);
    else await protocol.close();
  };
  const closeOne = async (vault: OpenVault): Promise<void> => {
    const protocol = opened.get(vault);
    opened.delete(vault);
    await protocol?.close();
  };
  const unlisten = arrivals.on(({ kind, vault }) => {
    const done = kind === 'added' ? open(vault, false) : closeOne(vault);
    done.catch((thrown) =>
      host.log.error(`Remote protocol of ${vault.name}: ${toLogText(thrown)}`),
    );
  });
  const close = async () => {
    unlisten();
    await Promise.allSettled([...opened.keys()].map(closeOne));
  };
  try {
    for (const [index, vault] of vaults.entries()) await open(vault, index === 0);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    get protocols() {
      return [...opened.values()];
    },
    close,
  };
}

/** The first vault is where clients look by themselves; the others have folders of their own there. */
function findPlaces(
  { id, config }: OpenVault,
  isDefault: boolean,
  env: Environment,
): { socket: string; tokenFile: string } | undefined {
  const remote = config.remote ?? isDefault;
  if (remote === false) return undefined;
  const { socket, token_file } = remote === true ? {} : remote;
  const dir = isDefault ? remoteDir(env) : join(remoteDir(env), id);
  return {
    socket: socket === undefined ? join(dir, 'server.sock') : expandHome(socket, env),
    tokenFile: token_file === undefined ? join(dir, 'token') : expandHome(token_file, env),
  };
}
