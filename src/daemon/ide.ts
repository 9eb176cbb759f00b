import { join } from 'node:path';
import type { ProtocolHost } from '../operations/protocol.ts';
import { type IdeProtocol, openIdeProtocol } from '../protocols/ide/serve.ts';
import type { IdeSettings } from '../protocols/ide/settings.ts';
import { type IdeConfig, mebibyte } from './ide-config.ts';
import { type Environment, expandHome, homeDir, stateDir } from './places.ts';

export function openIde(
  host: ProtocolHost,
  config: IdeConfig,
  env: Environment,
): Promise<IdeProtocol> {
  return openIdeProtocol({
    host,
    settings: toIdeSettings(config, env),
    places: {
      stateFile: (vaultId) => join(stateDir(env), vaultId, 'ide.json'),
      rotateToken: config.rotate_token,
    },
  });
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
