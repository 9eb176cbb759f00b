import { openBackend } from '../doors/mcp/backend.ts';
import type { Backend } from '../doors/mcp/front.ts';
import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { readConfig } from './config.ts';
import type { McpSettings } from './mcp-settings.ts';
import { openVaults } from './open.ts';
import type { Environment } from './places.ts';

export interface SessionOptions {
  readonly settings: McpSettings;
  readonly env: Environment;
  readonly version: string;
  write(line: string): void;
}

/** Opens the engine in this process and serves one client on it. */
export async function openSession({
  settings,
  env,
  version,
  write,
}: SessionOptions): Promise<Backend> {
  const config = readConfig(env, settings.vault === undefined ? [] : [settings.vault]);
  const log = createLog({
    ...config.log,
    write: (line) => process.stderr.write(line),
    now: Date.now,
  });
  const opened = await openVaults(config, env, log);
  const [vault] = opened.vaults;
  if (vault === undefined) throw new TypeError('A configuration always has a vault.');
  const host = {
    vaults: opened.vaults,
    sessions: opened.sessions,
    version,
    clock: systemClock,
    log,
  };
  // The policy of the environment is already that of the vault.
  const backend = openBackend({ host, vault, options: settings.options, policy: {}, write });
  return {
    push: backend.push,
    async end() {
      await backend.end();
      await opened.close();
    },
  };
}
