import { isDeepStrictEqual } from 'node:util';
import type { Reloaded } from '../protocols/local/daemon.ts';
import { hasSameDefault } from './compare-vaults.ts';
import type { Config, VaultConfig } from './config.ts';

interface ReloadOptions {
  readonly config: Config;
  /** Throws when the configuration is bad; then nothing changes. */
  read(): Config;
  /** Throws when the vaults of it cannot be opened; then nothing changes. */
  apply(next: Config): Promise<void>;
}

/** Settings that count as soon as they are read; the others need a restart. */
const liveKeys: ReadonlySet<string> = new Set(['clients', 'ide', 'log', 'policy']);

/** Reads the configuration again and says what is different. */
export function createReload({ config, read, apply }: ReloadOptions): () => Promise<Reloaded> {
  let current = config;
  return async () => {
    const next = read();
    const changed = differences(current, next);
    const restart_needed = changed.filter((key) => needsRestart(key, current, next));
    await apply(next);
    current = next;
    return { changed, restart_needed };
  };
}

function needsRestart(key: string, before: Config, after: Config): boolean {
  if (key === 'vaults') return !hasSameDefault(before.vaults, after.vaults);
  if (key === 'ide') return !isDeepStrictEqual(fixedOfIde(before), fixedOfIde(after));
  return !liveKeys.has(key);
}

/** What belongs to an open port. */
function fixedOfIde({ ide }: Config): unknown[] {
  return [ide.enabled, ide.max_message_mb, ide.rotate_token];
}

/** Top-level keys that differ. What a vault allows is `policy`, which vaults there are is `vaults`. */
function differences(before: Config, after: Config): string[] {
  const [was, is] = [flatten(before), flatten(after)];
  return Object.keys(is).filter((key) => !isDeepStrictEqual(was[key], is[key]));
}

function flatten({ vaults, ...rest }: Config): Record<string, unknown> {
  return {
    ...rest,
    vaults: vaults.map(({ path, name }) => ({ path, name })),
    policy: vaults.map(({ path: _path, name: _name, ...policy }: VaultConfig) => policy),
  };
}
