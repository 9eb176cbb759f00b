import { join } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import { type IdeProtocol, openIdeProtocol } from '../protocols/ide/serve.ts';
import type { IdePlaces, IdeSettings } from '../protocols/ide/settings.ts';
import { type IdeConfig, mebibyte } from './ide-config.ts';
import { type Environment, expandHome, homeDir, stateDir } from './places.ts';

/** Opens the protocol. A protocol that cannot open is said and left closed: others are not to blame. */
export async function openIde(
  host: ProtocolHost,
  config: IdeConfig,
  env: Environment,
): Promise<IdeProtocol | undefined> {
  if (!config.enabled) return undefined;
  const settings = toIdeSettings(config, env);
  try {
    return await openIdeProtocol({ host, settings, places: toIdePlaces(config, env) });
  } catch (thrown) {
    if (!(thrown instanceof VaultError)) throw thrown;
    host.log.error(`The IDE protocol stays closed. ${thrown.message}`);
    return { ...closedProtocol, lines: [`closed: ${thrown.message}`] };
  }
}

export function toIdeSettings(config: IdeConfig, env: Environment): IdeSettings {
  const claude = env.CLAUDE_CONFIG_DIR || join(homeDir(env), '.claude');
  const further = config.lock_dirs.map((folder) => expandHome(folder, env));
  return {
    messageBytesMax: Math.round(config.max_message_mb * mebibyte),
    extraHosts: config.extra_hosts.map((host) => host.toLowerCase()),
    instructions: config.instructions,
    prompts: config.prompts,
    resources: config.resources,
    lockPid: config.lock_pid,
    lockDirs: [...new Set([join(claude, 'ide'), ...further])],
    pingMs: config.ping_seconds * 1000,
  };
}

function toIdePlaces({ rotate_token }: IdeConfig, env: Environment): IdePlaces {
  return {
    stateFile: (vaultId) => join(stateDir(env), vaultId, 'ide.json'),
    rotateToken: rotate_token,
  };
}

const closedProtocol = {
  protocol: 'ide',
  reconfigure: () => undefined,
  close: async () => undefined,
} as const;
