import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../contract/callers.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import { systemClock } from '../kit/clock.ts';
import { createEmitter, type Emitter } from '../kit/emitter.ts';
import { type Log, toLogText } from '../kit/log.ts';
import type { VaultArrival } from '../operations/protocol.ts';
import { type ServedVault, Sessions, type SessionsOptions } from '../operations/sessions.ts';
import type { Config, VaultConfig } from './config-shape.ts';
import { createDenialFile } from './denial-file.ts';
import { settingOf } from './environment.ts';
import { readHostSettings } from './host-settings.ts';
import { createPermissionFile } from './permission-file.ts';
import { type Environment, exampleDir, stateDir } from './places.ts';
import { compareVaults } from './reload.ts';
import { toPolicy, toSharing } from './vault-config.ts';

/** A vault with what the configuration says about it. */
export type OpenVault = ServedVault & { readonly config: VaultConfig };

/** Engines for the vaults of a configuration, and the sessions on them. */
export interface OpenVaults {
  /** Those that are open now. */
  readonly vaults: readonly OpenVault[];
  readonly arrivals: Pick<Emitter<VaultArrival<OpenVault>>, 'on'>;
  readonly sessions: Sessions;
  /**
   * What the new configuration says counts from now on, and its vaults come and go, all but the
   * first. Throws and changes nothing when one of them cannot be opened.
   */
  reconfigure(config: Config): Promise<void>;
  close(): Promise<void>;
}

export interface OpenVaultsOptions extends Pick<SessionsOptions, 'daemon' | 'listVaults'> {
  /** Watch and read the vaults from the start. */
  readonly live?: boolean;
}

/**
 * Opens every vault of the configuration, the example vault when there is none. A daemon opens them
 * live; a command reads the notes only when it has to.
 */
export async function openVaults(
  config: Config,
  env: Environment,
  log: Log,
  { live = false, ...known }: OpenVaultsOptions = {},
): Promise<OpenVaults> {
  const wanted = config.vaults.length > 0 ? config.vaults : [{ path: layOutExample(env) }];
  const openSome = (some: readonly VaultConfig[], by: Config) =>
    openAll(some, async (vault) =>
      openEngine({ ...(await withLedger(toEngineOptions(vault, by, env), vault, env)), log, live }),
    );
  const vaults = await openSome(wanted, config);
  const arrivals = createEmitter<VaultArrival<OpenVault>>((thrown) =>
    log.error('a vault could not be followed', { error: toLogText(thrown) }),
  );
  let current = config;
  /** What a protocol asks for, within what the configuration gives to this client and this vault. */
  const adjust = (caller: Caller, { root }: ServedVault): Caller => {
    const client = current.clients[caller.client];
    const vault = current.vaults.find(({ path }) => resolve(path) === root) ?? {};
    const ofVault = toPolicy(isAgent(caller) ? vault : { ...vault, approve: false });
    const within = client === undefined ? ofVault : { ...toPolicy(client), within: ofVault };
    return { ...caller, policy: { ...caller.policy, within } };
  };
  const denials = createDenialFile(env);
  const permissions = createPermissionFile(env);
  const options = { clock: systemClock, log, adjust, denials, permissions };
  const sessions = new Sessions({ ...options, ...known });
  const share = (some: readonly OpenVault[], { ide, vaults: configured }: Config): void => {
    for (const { root, workspace } of some) {
      const own = configured.find(({ path }) => resolve(path) === root)?.ide;
      workspace.setSharing(toSharing(ide, own));
    }
  };
  share(vaults, config);
  const remove = async (vault: ClosableVault): Promise<void> => {
    vaults.splice(vaults.indexOf(vault), 1);
    arrivals.emit({ kind: 'removed', vault });
    // Agents are bound to one vault for as long as they are connected.
    const bound = sessions.list().filter((each) => each.vault === vault.name);
    for (const { id, caller } of bound) if (caller.protocol === 'mcp') sessions.disconnect(id);
    await vault.close();
  };
  return {
    vaults,
    arrivals,
    sessions,
    async reconfigure(next) {
      const { added, removed } = compareVaults(vaults, next.vaults);
      const opened = await openSome(added, next);
      current = next;
      sessions.refresh();
      share([...vaults, ...opened], next);
      for (const vault of removed) await remove(vault);
      for (const vault of opened) {
        vaults.push(vault);
        arrivals.emit({ kind: 'added', vault });
      }
    },
    async close() {
      await Promise.all(vaults.map((vault) => vault.close()));
    },
  };
}

/** What a vault says about approval is about agents: people make their own changes at once. */
function isAgent({ protocol }: Caller): boolean {
  return protocol === 'mcp' || protocol === 'ide' || protocol === 'rest';
}

type ClosableVault = OpenVault & Pick<Engine, 'close'>;

/** All of them or none. */
async function openAll(
  wanted: readonly VaultConfig[],
  openOne: (vault: VaultConfig) => Promise<Engine>,
): Promise<ClosableVault[]> {
  const vaults: ClosableVault[] = [];
  try {
    for (const config of wanted) vaults.push({ ...(await openOne(config)), config });
  } catch (thrown) {
    await Promise.all(vaults.map((vault) => vault.close()));
    throw thrown;
  }
  return vaults;
}

/** Code for the ledger is loaded only for a vault that has one. */
export async function withLedger(
  options: EngineOptions,
  { path, ledger }: VaultConfig,
  env: Environment,
): Promise<EngineOptions> {
  if (ledger === undefined) return options;
  const { openLedger } = await import('./ledger.ts');
  return { ...options, ledger: openLedger(ledger, path, env) };
}

export function toEngineOptions(
  vault: VaultConfig,
  config: Config,
  env: Environment,
): EngineOptions {
  return {
    root: vault.path,
    name: vault.name,
    configFolder: settingOf(env, 'OBSIDIAN_CONFIG_DIR'),
    stateDir: stateDir(env),
    durability: config.durability,
    retention: {
      ageMsMax: config.history.max_age_days * 24 * 60 * 60 * 1000,
      bytesMax: config.history.max_size_mb * 2 ** 20,
    },
    hosts: readHostSettings(env),
  };
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
