import { type IdeLimits, ideLimits } from '../../contract/limits.ts';
import { toLogText } from '../../kit/log.ts';
import type { DoorHost, OpenDoor } from '../../operations/door.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { sweepLocks, toIdeName } from './lock-file.ts';
import type { IdePlaces, IdeSettings } from './settings.ts';
import { VaultDoor } from './vault-door.ts';

export interface IdeDoorOptions {
  readonly host: DoorHost;
  readonly places: IdePlaces;
  readonly settings: IdeSettings;
  readonly limits?: Partial<IdeLimits>;
}

export interface IdeDoor extends OpenDoor {
  /** New settings count from now on, without disturbing anybody who is connected. */
  reconfigure(settings: IdeSettings): void;
}

/** Opens one port for each vault and says in lock files where they are. */
export async function openIdeDoor({
  host,
  places,
  settings,
  limits,
}: IdeDoorOptions): Promise<IdeDoor> {
  let current = settings;
  const log = host.log.as('ide');
  const shared = { host, places, log, limits: { ...ideLimits, ...limits } };
  const doors = new Map<ServedVault, VaultDoor>();
  const open = async (vault: ServedVault): Promise<void> => {
    const door = new VaultDoor({ ...shared, vault, settings: () => current });
    await door.open();
    // It may have gone while its door was opening.
    if (host.vaults.includes(vault)) doors.set(vault, door);
    else await door.close();
  };
  const closeOne = async (vault: ServedVault): Promise<void> => {
    const door = doors.get(vault);
    doors.delete(vault);
    await door?.close();
  };
  const close = async () => {
    unlisten?.();
    await Promise.all([...doors.keys()].map(closeOne));
  };
  const unlisten = host.arrivals?.on(({ kind, vault }) => {
    const done = kind === 'added' ? open(vault) : closeOne(vault);
    done.catch((thrown) => log.error(`The IDE door of ${vault.name}: ${toLogText(thrown)}`));
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
    door: 'ide',
    get lines() {
      return [...doors].map(([{ name }, { port }]) => `127.0.0.1:${port} ${name}`);
    },
    status: () => ({ vaults: [...doors.values()].map((door) => door.describe()) }),
    reconfigure(next) {
      const { prompts, resources } = current;
      current = next;
      const listsChanged = prompts !== next.prompts || resources !== next.resources;
      for (const door of doors.values()) door.reconfigured(listsChanged);
    },
    close,
  };
}
