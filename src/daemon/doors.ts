import type { DoorHost, OpenDoor } from '../operations/door.ts';
import type { Config } from './config.ts';
import type { Environment } from './places.ts';

/** Opens every door that the configuration wants; all or none. */
export async function openDoors(
  _host: DoorHost,
  _config: Config,
  _env: Environment,
): Promise<OpenDoor[]> {
  return [];
}
