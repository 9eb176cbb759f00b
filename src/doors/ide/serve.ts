import { type IdeLimits, ideLimits } from '../../contract/limits.ts';
import type { DoorHost, OpenDoor } from '../../operations/door.ts';
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
  const names = new Set(host.vaults.map(({ name }) => toIdeName(name)));
  for (const folder of settings.lockDirs) sweepLocks(folder, names);
  const shared = { host, places, log, limits: { ...ideLimits, ...limits } };
  const doors = host.vaults.map(
    (vault) => new VaultDoor({ ...shared, vault, settings: () => current }),
  );
  const close = async () => {
    await Promise.all(doors.map((door) => door.close()));
  };
  try {
    for (const door of doors) await door.open();
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    door: 'ide',
    lines: doors.map((door, i) => `127.0.0.1:${door.port} ${host.vaults[i]?.name ?? ''}`),
    status: () => ({ vaults: doors.map((door) => door.describe()) }),
    reconfigure(next) {
      const { prompts, resources } = current;
      current = next;
      const listsChanged = prompts !== next.prompts || resources !== next.resources;
      for (const door of doors) door.reconfigured(listsChanged);
    },
    close,
  };
}
