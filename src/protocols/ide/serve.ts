import { type IdeLimits, ideLimits } from '../../contract/limits.ts';
import { type OpenProtocol, openPerVault, type ProtocolHost } from '../../operations/protocol.ts';
import { sweepLocks, toIdeName } from './lock-file.ts';
import type { IdePlaces, IdeSettings } from './settings.ts';
import { VaultPort } from './vault-port.ts';

export interface IdeProtocolOptions {
  readonly host: ProtocolHost;
  readonly places: IdePlaces;
  readonly settings: IdeSettings;
  readonly limits?: Partial<IdeLimits>;
}

export interface IdeProtocol extends OpenProtocol {
  /** Uses new settings from now on. Connected clients are not disturbed. */
  reconfigure(settings: IdeSettings): void;
}

/** Opens one port for each vault and says in lock files where they are. */
export async function openIdeProtocol(options: IdeProtocolOptions): Promise<IdeProtocol> {
  const { host, places, limits } = options;
  let { settings } = options;
  const log = host.log.as('ide');
  const names = new Set(host.vaults.map(({ name }) => toIdeName(name)));
  for (const folder of settings.lockDirs) sweepLocks(folder, names);
  const shared = { host, places, log, limits: { ...ideLimits, ...limits } };
  const { opened, close } = await openPerVault(host, log, async (vault) => {
    const port = new VaultPort({ ...shared, vault, settings: () => settings });
    await port.open();
    return port;
  });
  return {
    protocol: 'ide',
    get lines() {
      return [...opened].map(([{ name }, { port }]) => `127.0.0.1:${port} ${name}`);
    },
    status: () => ({ vaults: [...opened.values()].map((port) => port.describe()) }),
    reconfigure(next) {
      const { prompts, resources } = settings;
      settings = next;
      const listsChanged = prompts !== next.prompts || resources !== next.resources;
      for (const port of opened.values()) port.reconfigure(listsChanged);
    },
    close,
  };
}
