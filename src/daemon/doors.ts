import { join } from 'node:path';
import { openMcpDoor } from '../doors/mcp/serve.ts';
import { openRemoteDoor } from '../doors/remote/serve.ts';
import type { HealthMonitor } from '../operations/daemon-facts.ts';
import type { DoorHost, OpenDoor } from '../operations/door.ts';
import type { ServedVault } from '../operations/sessions.ts';
import type { Config, VaultConfig } from './config.ts';
import { openIde, toIdeSettings } from './ide.ts';
import { toHttpSettings } from './mcp-config.ts';
import { readOptions } from './mcp-settings.ts';
import { type Environment, expandHome, mcpSocket, remoteDir } from './places.ts';
import { openWeb, toWebSettings } from './web.ts';

export interface OpenDoors {
  readonly doors: readonly OpenDoor[];
  /** A link to the dashboard; undefined when its door is closed. */
  newLink(): string | undefined;
  /** Settings of the new configuration count from now on, as far as doors can change theirs. */
  reconfigure(config: Config): void;
}

/** Opens every door that the configuration wants; all or none. */
export async function openDoors(
  host: DoorHost,
  health: HealthMonitor,
  config: Config,
  env: Environment,
): Promise<OpenDoors> {
  const opened: OpenDoor[] = [];
  try {
    for (const [index, vault] of host.vaults.entries()) {
      const places = remotePlaces(vault, config.vaults[index]?.remote ?? index === 0, index, env);
      if (places !== undefined) opened.push(await openRemoteDoor(host, { vault, ...places }));
    }
    const ide = await openIde(host, config.ide, env);
    if (ide !== undefined) opened.push(ide);
    opened.push(await openMcp(host, config, env));
    const web = await openWeb(host, health, config.web, env);
    if (web !== undefined) opened.push(web);
    return {
      doors: opened,
      newLink: () => web?.newLink(),
      reconfigure(next) {
        ide?.reconfigure(toIdeSettings(next.ide, env));
        web?.reconfigure(toWebSettings(next.web));
      },
    };
  } catch (thrown) {
    await Promise.allSettled(opened.map((door) => door.close()));
    throw thrown;
  }
}

function openMcp(host: DoorHost, { mcp }: Config, env: Environment): Promise<OpenDoor> {
  const { strict, commands, confirm_delete: confirmDelete } = mcp;
  return openMcpDoor(host, {
    socket: mcpSocket(env),
    options: { ...readOptions(env, { strict, commands, confirmDelete }) },
    // The policy of the environment is already that of the vaults.
    policy: {},
    http: mcp.http ? toHttpSettings(mcp, env) : undefined,
  });
}

/** The first vault is where clients look by themselves; the others have folders of their own there. */
function remotePlaces(
  { id }: ServedVault,
  remote: NonNullable<VaultConfig['remote']>,
  index: number,
  env: Environment,
): { socket: string; tokenFile: string } | undefined {
  if (remote === false) return undefined;
  const { socket, token_file } = remote === true ? {} : remote;
  const dir = index === 0 ? remoteDir(env) : join(remoteDir(env), id);
  return {
    socket: socket === undefined ? join(dir, 'server.sock') : expandHome(socket, env),
    tokenFile: token_file === undefined ? join(dir, 'token') : expandHome(token_file, env),
  };
}
