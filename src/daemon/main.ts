import { systemClock } from '../kit/clock.ts';
import { createLog, type Log } from '../kit/log.ts';
import type { DoorHost, OpenDoor } from '../operations/door.ts';
import { type Config, readConfig } from './config.ts';
import { openDoors } from './doors.ts';
import { openVaults } from './open.ts';
import type { Environment } from './places.ts';

declare const VAULTD_VERSION: string;

export interface ServeOptions {
  /** Folders to serve instead of the configured ones. */
  readonly vaults: readonly string[];
  readonly env: Environment;
  /** One line for people. */
  readonly say: (line: string) => void;
}

export interface Daemon {
  /** Stops everything in order; what is under way is finished first. */
  close(): Promise<void>;
}

/** Opens the vaults and every door, and says where they are. */
export async function startDaemon({ vaults, env, say }: ServeOptions): Promise<Daemon> {
  const config = withVaults(readConfig(env), vaults);
  const log = openLog(config);
  const opened = await openVaults(config, env, log);
  const host: DoorHost = {
    vaults: opened.vaults,
    sessions: opened.sessions,
    version: VAULTD_VERSION,
    clock: systemClock,
    log,
  };
  let doors: OpenDoor[];
  try {
    doors = await openDoors(host, config, env);
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
  say(`vaultd ${VAULTD_VERSION}`);
  for (const { name, root } of opened.vaults) say(`  vault   ${name}  ${root}`);
  for (const { door, lines } of doors) {
    for (const line of lines) say(`  ${door.padEnd(7)} ${line}`);
  }
  return {
    async close() {
      await Promise.allSettled(doors.map((door) => door.close()));
      await opened.close();
    },
  };
}

function withVaults(config: Config, paths: readonly string[]): Config {
  return paths.length === 0 ? config : { ...config, vaults: paths.map((path) => ({ path })) };
}

function openLog({ log: { level, json } }: Config): Log {
  return createLog({ level, json, write: (line) => process.stderr.write(line), now: Date.now });
}
