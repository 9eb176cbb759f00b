import { type IdeLimits, ideLimits } from '../../contract/limits.ts';
import { toLogText } from '../../kit/log.ts';
import type { OpenProtocol, ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { sweepLocks, toIdeName } from './lock-file.ts';
import type { IdePlaces, IdeSettings } from './settings.ts';
import { VaultProtocol } from './vault-port.ts';

export interface IdeProtocolOptions {
  readonly host: ProtocolHost;
  readonly places: IdePlaces;
  readonly settings: IdeSettings;
  readonly limits?: Partial<IdeLimits>;
}

export interface IdeProtocol extends OpenProtocol {
  /** New settings count from now on, without disturbing anybody who is connected. */
  reconfigure(settings: IdeSettings): void;
}

/** Opens one port for each vault and says in lock files where they are. */
export async function openIdeProtocol({
  host,
  places,
  settings,
  limits,
}: IdeProtocolOptions): Promise<IdeProtocol> {
  let current = settings;
  const log = host.log.as('ide');
  const shared = { host, places, log, limits: { ...ideLimits, ...limits } };
  const protocols = new Map<ServedVault, VaultProtocol>();
  const open = async (vault: ServedVault): Promise<void> => {
    const protocol = new VaultProtocol({ ...shared, vault, settings: () => current });
    await protocol.open();
    // It may have gone while its protocol was opening.
    if (host.vaults.includes(vault)) protocols.set(vault, protocol);
    else await protocol.close();
  };
  const closeOne = async (vault: ServedVault): Promise<void> => {
    const protocol = protocols.get(vault);
    protocols.delete(vault);
    await protocol?.close();
  };
  const close = async () => {
    unlisten?.();
    await Promise.all([...protocols.keys()].map(closeOne));
  };
  const unlisten = host.arrivals?.on(({ kind, vault }) => {
    const done = kind === 'added' ? open(vault) : closeOne(vault);
    done.catch((thrown) => log.error(`The IDE protocol of ${vault.name}: ${toLogText(thrown)}`));
  });
  const names = new Set(host.vaults.map(({ name }) => toIdeName(name)));
  for (const folder of settings.lockDirs) sweepLocks(folder, names);
  try {
    for (const vault of host.vaults) await open(vault);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    protocol: 'ide',
    get lines() {
      return [...protocols].map(([{ name }, { port }]) => `127.0.0.1:${port} ${name}`);
    },
    status: () => ({ vaults: [...protocols.values()].map((protocol) => protocol.describe()) }),
    reconfigure(next) {
      const { prompts, resources } = current;
      current = next;
      const listsChanged = prompts !== next.prompts || resources !== next.resources;
      for (const protocol of protocols.values()) protocol.reconfigured(listsChanged);
    },
    close,
  };
}
