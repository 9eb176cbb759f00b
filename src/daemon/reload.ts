import { isDeepStrictEqual } from 'node:util';
import type { Reloaded } from '../doors/local/wire/daemon.ts';
import type { Config, VaultConfig } from './config.ts';

interface ReloadOptions {
  readonly config: Config;
  /** Throws when the configuration is bad; then nothing changes. */
  read(): Config;
  apply(next: Config): void;
}

/** Settings that count as soon as they are read; the others need a restart. */
const liveKeys: ReadonlySet<string> = new Set(['clients', 'ide', 'log', 'policy']);
/** Of the IDE door all but these, which belong to an open port. */
const fixedOfIde = ({ ide }: Config) => [ide.enabled, ide.max_message_mb, ide.rotate_token];

/** Reads the configuration again and says what is different. */
export function createReload({ config, read, apply }: ReloadOptions): () => Promise<Reloaded> {
  let current = config;
  return async () => {
    const next = read();
    const changed = differences(current, next);
    const isFixed = (key: string) =>
      key === 'ide'
        ? !isDeepStrictEqual(fixedOfIde(current), fixedOfIde(next))
        : !liveKeys.has(key);
    const restart_needed = changed.filter(isFixed);
    apply(next);
    current = next;
    return { changed, restart_needed };
  };
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
