import { resolve } from 'node:path';
import type { Config, VaultConfig } from './config-shape.ts';
import { flagOf, listOf, settingOf } from './environment.ts';
import { type Environment, expandHome } from './places.ts';

/** The environment over the file. */
export function withEnvironment(
  config: Config,
  env: Environment,
  named: readonly string[],
): Config {
  const path = settingOf(env, 'OBSIDIAN_VAULT_PATH');
  const wanted = named.length === 0 && path !== undefined ? [path] : named;
  const vaults =
    wanted.length === 0 ? config.vaults : wanted.map((each) => find(config, each, env));
  const over = {
    ...listOf(env, 'OBSIDIAN_READ_PATHS', 'read_paths'),
    ...listOf(env, 'OBSIDIAN_WRITE_PATHS', 'write_paths'),
    ...flagOf(env, 'OBSIDIAN_READ_ONLY', 'read_only'),
  };
  return {
    ...config,
    vaults: vaults.map((vault) => ({ ...vault, path: expandHome(vault.path, env), ...over })),
  };
}

/** By the name the file gives it, or by its folder. */
function find({ vaults }: Config, wanted: string, env: Environment): VaultConfig {
  const toFolder = (path: string) => resolve(expandHome(path, env));
  return (
    vaults.find(({ name }) => name === wanted) ??
    vaults.find(({ path }) => toFolder(path) === toFolder(wanted)) ?? { path: wanted }
  );
}
