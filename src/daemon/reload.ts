import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Reloaded } from '../protocols/local/daemon.ts';
import type { Config, VaultConfig } from './config-shape.ts';

interface ReloadOptions {
  readonly config: Config;
  /** Throws when the configuration is bad; then nothing changes. */
  read(): Config;
  /** Throws when the vaults of it cannot be opened; then nothing changes. */
  apply(next: Config): Promise<void>;
}

/** Settings that count as soon as they are read; the others need a restart. */
const liveKeys: ReadonlySet<string> = new Set(['clients', 'ide', 'log', 'policy', 'rest']);

/** Reads the configuration again and says what is different. */
export function createReload({ config, read, apply }: ReloadOptions): () => Promise<Reloaded> {
  let current = config;
  return async () => {
    const next = read();
    const [before, after] = [flatten(current), flatten(next)];
    const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
    const restart_needed = changed.filter((key) => needsRestart(key, current, next));
    await apply(next);
    current = next;
    return { changed, restart_needed };
  };
}

/**
 * Which vaults a new configuration brings, and which it no longer names. The default vault stays:
 * protocols hold on to it, so only a restart can change it.
 */
export function compareVaults<V extends { readonly config: VaultConfig }>(
  open: readonly V[],
  wanted: readonly VaultConfig[],
): { readonly added: readonly VaultConfig[]; readonly removed: readonly V[] } {
  const [first] = open;
  const isWanted = ({ config }: V) => wanted.some((vault) => isSameVault(config, vault));
  // The default vault under another name is still that vault, until a restart.
  const isOpen = (vault: VaultConfig) =>
    open.some(({ config }) => isSameVault(config, vault)) ||
    (first !== undefined && isSameFolder(first.config.path, vault.path));
  return {
    added: wanted.filter((vault) => !isOpen(vault)),
    removed: open.filter((vault) => vault !== first && !isWanted(vault)),
  };
}

function needsRestart(key: string, before: Config, after: Config): boolean {
  if (key === 'vaults') return !hasSameDefault(before.vaults, after.vaults);
  if (key === 'ide' || key === 'rest') {
    return !isDeepStrictEqual(portSettings[key](before), portSettings[key](after));
  }
  return !liveKeys.has(key);
}

/** Without any there is the example vault, which no configuration names. */
function hasSameDefault([before]: readonly VaultConfig[], [after]: readonly VaultConfig[]) {
  return before !== undefined && after !== undefined && isSameVault(before, after);
}

function isSameVault(a: VaultConfig, b: VaultConfig): boolean {
  return isSameFolder(a.path, b.path) && a.name === b.name && isDeepStrictEqual(a.ledger, b.ledger);
}

/** Also by way of links: one folder is never served twice. */
export function isSameFolder(a: string, b: string): boolean {
  return toRealFolder(a) === toRealFolder(b);
}

function toRealFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** What cannot change while a port is open. */
const portSettings = {
  ide: ({ ide }: Config): unknown[] => [ide.enabled, ide.max_message_mb, ide.rotate_token],
  rest: ({ rest }: Config): unknown[] => {
    const { enabled, host, https_port, http, http_port, certificate_names } = rest;
    return [enabled, host, https_port, http, http_port, certificate_names];
  },
};

/** What a vault allows is `policy`, which vaults there are is `vaults`. */
function flatten({ vaults, ...rest }: Config): Record<string, unknown> {
  return {
    ...rest,
    vaults: vaults.map(({ path, name, ledger }) => ({ path, name, ledger })),
    policy: vaults.map(({ path: _path, name: _name, ledger: _ledger, ...policy }) => policy),
  };
}
