import type { Protocol } from '../contract/callers.ts';
import { systemClock } from '../kit/clock.ts';
import { createLog } from '../kit/log.ts';
import { withTilde } from '../kit/tilde.ts';
import type { DaemonFacts } from '../operations/daemon-facts.ts';
import type { OpenProtocol, ProtocolHost } from '../operations/protocol.ts';
import { runtimePaths } from '../protocols/local/client/runtime.ts';
import { claimInstance, type Instance } from '../protocols/local/instance.ts';
import { type LocalProtocol, openLocalProtocol } from '../protocols/local/serve.ts';
import { readConfig } from './config.ts';
import type { Config } from './config-shape.ts';
import { startHealthMonitor } from './health-monitor.ts';
import { type OpenVaults, openVaults } from './open.ts';
import type { Environment } from './places.ts';
import { type OpenProtocols, openProtocols } from './protocols.ts';
import { createReload, isSameFolder } from './reload.ts';
import { offerReview } from './review-opener.ts';
import { listVaults } from './vault-list.ts';

declare const VAULTD_VERSION: string;

/** Which protocols open, whatever the configuration says. */
export interface ProtocolChoice {
  /** Protocols that stay closed. */
  readonly without?: readonly Protocol[];
  /** Open the REST protocol, which is closed by default. */
  readonly rest?: boolean;
}

export interface ServeOptions extends ProtocolChoice {
  /** Folders to serve instead of the configured ones. */
  readonly vaults: readonly string[];
  readonly env: Environment;
  /** One line for people. */
  readonly say: (line: string) => void;
  /** Whether this process obeys signals as a daemon does. */
  readonly signals?: boolean;
}

export interface VaultDaemon {
  /** Settles when it has ended, for whatever reason. */
  readonly stopped: Promise<void>;
  /** Stops everything in order; what is under way is finished first. */
  close(): Promise<void>;
}

/** Opens the vaults and every protocol, and says where they are. Throws `StartError` when one runs already. */
export async function startVaultDaemon(options: ServeOptions): Promise<VaultDaemon> {
  const config = readServed(options);
  const paths = runtimePaths('vaultd', { env: options.env });
  const instance = await claimInstance('vaultd', paths);
  try {
    return await openAll(options, config, instance);
  } catch (thrown) {
    instance.release();
    throw thrown;
  }
}

function readServed({ env, vaults, rest = false }: ServeOptions): Config {
  const config = readConfig(env, vaults);
  return rest ? { ...config, rest: { ...config.rest, enabled: true } } : config;
}

async function openAll(
  options: ServeOptions,
  config: Config,
  instance: Instance,
): Promise<VaultDaemon> {
  const { without = [], env, say, signals = false } = options;
  const read = createReader(options);
  const logSettings = { ...config.log };
  const ideSettings = { ...config.ide };
  const log = createLog(logSettings);
  const facts = (): DaemonFacts => ({
    version: VAULTD_VERSION,
    startedAt,
    vaults: opened.vaults,
    protocols: allProtocols,
    health,
  });
  const startedAt = Date.now();
  const opened = await openVaults(config, env, log, { live: true, daemon: facts });
  const health = startHealthMonitor(opened.sessions, log);
  const host: ProtocolHost = {
    vaults: opened.vaults,
    arrivals: opened.arrivals,
    sessions: opened.sessions,
    version: VAULTD_VERSION,
    clock: systemClock,
    log,
  };
  const reload = createReload({
    config,
    read,
    async apply(next) {
      await opened.reconfigure(next);
      Object.assign(logSettings, next.log);
      Object.assign(ideSettings, next.ide);
      protocols?.reconfigure(next);
    },
  });
  let protocols: OpenProtocols | undefined;
  let local: LocalProtocol | undefined;
  const allProtocols = () => [...(local ? [local] : []), ...(protocols?.protocols ?? [])];
  const onStop = async () => {
    health.close();
    await opened.close();
  };
  try {
    protocols = await openProtocols(host, opened, { health, config, env, without });
    local = await openLocalProtocol({
      host,
      instance,
      signals,
      isReadOnly: opened.vaults.every((vault) => vault.config.read_only === true),
      reload,
      setLogLevel: (level) => Object.assign(logSettings, { level }),
      status: () => toStatus(opened, allProtocols()),
      newLink: (to) => protocols?.newLink(to),
      onStopping: async () => protocols?.close(),
      onStop,
    });
    offerReview(opened, { env, log, settings: ideSettings, newLink: () => protocols?.newLink() });
    introduce(say, opened, allProtocols());
    return { stopped: local.stopped, close: local.close };
  } catch (thrown) {
    await protocols?.close();
    await onStop();
    throw thrown;
  }
}

/**
 * Reads the configuration again. The vaults that were named at the start stay, and those that the
 * file did not have then are served too.
 */
function createReader(options: ServeOptions): () => Config {
  const { env, vaults: named } = options;
  if (named.length === 0) return () => readServed(options);
  const known = listVaults(env);
  return () => {
    const config = readServed(options);
    const added = readConfig({ ...env, OBSIDIAN_VAULT_PATH: '' }).vaults.filter(
      ({ path }) => ![...known, ...config.vaults].some((vault) => isSameFolder(vault.path, path)),
    );
    return { ...config, vaults: [...config.vaults, ...added] };
  };
}

/** What there is and where it can be reached, a line each. */
function introduce(
  say: (line: string) => void,
  { vaults }: OpenVaults,
  protocols: readonly OpenProtocol[],
): void {
  say(`vaultd ${VAULTD_VERSION}`);
  for (const { name, root } of vaults) say(`  vault   ${name}  ${withTilde(root)}`);
  for (const { protocol, lines, greet } of protocols) {
    for (const line of greet?.() ?? lines) say(`  ${protocol.padEnd(7)} ${withTilde(line)}`);
  }
}

function toStatus(
  { vaults }: OpenVaults,
  protocols: readonly OpenProtocol[],
): Record<string, unknown> {
  return {
    vault_folders: vaults.map(({ id, name, root }) => ({ id, name, path: root })),
    journal: Object.fromEntries(vaults.map((vault) => [vault.name, vault.status().journal])),
    protocols: protocols.map(({ protocol, lines, status }) => ({ protocol, lines, ...status?.() })),
  };
}
