import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import type { ProtocolHost } from '../operations/protocol.ts';
import type { ServedVault } from '../operations/sessions.ts';
import { openBackend } from '../protocols/mcp/backend.ts';
import type { Backend } from '../protocols/mcp/front.ts';
import { type Config, readConfig } from './config.ts';
import { toHttpSettings } from './mcp-config.ts';
import type { SessionOptions } from './mcp-session.ts';
import type { McpSettings } from './mcp-settings.ts';
import { openVaults } from './open.ts';
import type { Environment } from './places.ts';

/** Opens the engine in this process and serves one client on it. */
export async function openOwnSession(options: SessionOptions): Promise<Backend> {
  const { settings, env, version, isGreeted, write } = options;
  const { host, vault, close } = await openOwn(settings, env, version);
  // The policy of the environment is already that of the vault.
  const asked = { options: settings.options, policy: {}, isGreeted, write };
  const backend = openBackend({ host, vault, ...asked });
  return {
    ...backend,
    get isFull() {
      return backend.isFull;
    },
    async end() {
      await backend.end();
      await close();
    },
  };
}

/** Serves the vault over HTTP from this process, until it is told to stop. */
export async function serveHttp(
  { options, ...settings }: McpSettings,
  env: Environment,
  version: string,
): Promise<void> {
  const { host, vault, config, close } = await openOwn(settings, env, version);
  const http = toHttpSettings(config.mcp, env);
  const context = { host, options, policy: {}, isStateless: http.isStateless };
  const { openHttp } = await import('../protocols/mcp/http/listen.ts');
  const opened = await openHttp(context, http);
  process.stderr.write(`vaultd serves ${vault.name} at ${opened.url}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await opened.close();
  await close();
  process.exit();
}

interface Own {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly config: Config;
  close(): Promise<void>;
}

async function openOwn(
  { vault: wanted }: Pick<McpSettings, 'vault'>,
  env: Environment,
  version: string,
): Promise<Own> {
  const config = readConfig(env, wanted === undefined ? [] : [wanted]);
  const write = (line: string) => process.stderr.write(line);
  const log = createLog({ ...config.log, write, now: Date.now });
  const { vaults, sessions, close } = await openVaults(config, env, log, { live: true });
  const [vault] = vaults;
  if (vault === undefined) throw new TypeError('A configuration always has a vault.');
  return { host: { vaults, sessions, version, clock: systemClock, log }, vault, config, close };
}
