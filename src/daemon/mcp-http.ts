import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { openHttp } from '../protocols/mcp/http/listen.ts';
import { readConfig } from './config.ts';
import { toHttpSettings } from './mcp-config.ts';
import type { McpSettings } from './mcp-settings.ts';
import { openVaults } from './open.ts';

/** Serves the vaults over HTTP from this process, until a signal stops it. */
export async function serveHttp(
  { vaults: named, options, env }: McpSettings,
  version: string,
): Promise<void> {
  const paths = named.map(({ path }) => path);
  const config = readConfig(env, paths);
  const log = createLog(config.log);
  const { vaults, sessions, close } = await openVaults(config, env, log, { live: true });
  const host = { vaults, sessions, version, clock: systemClock, log };
  const context = { host, options, policy: {} };
  const settings = toHttpSettings(config.mcp, env);
  const opened = await openHttp(context, settings);
  const file = settings.auth.mode === 'token' ? settings.auth.file : undefined;
  const token = file === undefined ? '' : ` with the bearer token in ${file}`;
  process.stderr.write(`vaultd serves ${vaults[0]?.name} at ${opened.url}${token}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await opened.close();
  await close();
}
