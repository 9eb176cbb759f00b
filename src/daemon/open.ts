import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../contract/callers.ts';
import { type Engine, openEngine } from '../engine/engine.ts';
import { systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { DaemonFacts } from '../operations/daemon-facts.ts';
import { createSessions, type ServedVault, type Sessions } from '../operations/sessions.ts';
import { type Config, toPolicy, type VaultConfig } from './config.ts';
import { settingOf } from './environment.ts';
import { readHostSettings } from './host-settings.ts';
import { toSharing } from './ide-config.ts';
import { type Environment, exampleDir, stateDir } from './places.ts';

/** Engines for the vaults of a configuration, and the sessions on them. */
export interface OpenVaults {
  readonly vaults: readonly (ServedVault & { readonly config: VaultConfig })[];
  readonly sessions: Sessions;
  /** Policies of the new configuration count from now on; its vaults do not. */
  reconfigure(config: Config): void;
  close(): Promise<void>;
}

/**
 * Opens every vault of the configuration, the example vault when there is none. A daemon wants them
 * live; a command reads the notes only when it has to.
 */
export async function openVaults(
  config: Config,
  env: Environment,
  log: Log,
  { live = false, daemon }: { live?: boolean; daemon?: () => DaemonFacts } = {},
): Promise<OpenVaults> {
  const wanted = config.vaults.length > 0 ? config.vaults : [{ path: layOutExample(env) }];
  const engines: Engine[] = [];
  const close = async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
  try {
    for (const vault of wanted) engines.push(await open(vault, config, env, log, live));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const vaults = engines.map((engine, index) => ({
    ...engine,
    config: wanted[index] ?? { path: '' },
  }));
  let current = config;
  /** What a door asks for, within what the configuration gives to this client and this vault. */
  const adjust = (caller: Caller, { root }: ServedVault): Caller => {
    const client = current.clients[caller.client];
    const ofVault = toPolicy(current.vaults.find(({ path }) => resolve(path) === root) ?? {});
    const within = client === undefined ? ofVault : { ...toPolicy(client), within: ofVault };
    return { ...caller, policy: { ...caller.policy, within } };
  };
  const sessions = createSessions({ clock: systemClock, log, adjust, ...(daemon && { daemon }) });
  const share = ({ ide, vaults: configured }: Config): void => {
    for (const { root, workspace } of vaults) {
      const own = configured.find(({ path }) => resolve(path) === root)?.ide;
      workspace.setSharing(toSharing(ide, own));
    }
  };
  share(config);
  const reconfigure = (next: Config): void => {
    current = next;
    sessions.refresh();
    share(next);
  };
  return { vaults, sessions, reconfigure, close };
}

function open(
  vault: VaultConfig,
  config: Config,
  env: Environment,
  log: Log,
  live: boolean,
): Promise<Engine> {
  return openEngine({
    root: vault.path,
    name: vault.name,
    configFolder: settingOf(env, 'OBSIDIAN_CONFIG_DIR'),
    stateDir: stateDir(env),
    durability: config.durability,
    retention: {
      ageMsMax: config.history.max_age_days * 24 * 60 * 60 * 1000,
      bytesMax: config.history.max_size_mb * 2 ** 20,
    },
    log,
    live,
    hosts: readHostSettings(env),
  });
}

/** The example vault is copied to a place of the user's own before it is served. */
function layOutExample(env: Environment): string {
  const target = exampleDir(env);
  if (!existsSync(target)) {
    const here = import.meta.url;
    const up = here.endsWith('.ts') ? '../../example-vault' : '../example-vault';
    cpSync(fileURLToPath(new URL(up, here)), target, { recursive: true });
  }
  return target;
}
