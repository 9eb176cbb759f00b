import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, homeDir } from './places.ts';

/** A vault that the app knows. */
export interface DiscoveredVault {
  /** The app's own id for it. */
  readonly id: string;
  readonly path: string;
}

/** The vaults that the app has in its list, the one it used last first. */
export function discoverVaults(env: Environment, platform = process.platform): DiscoveredVault[] {
  try {
    const { vaults }: { vaults?: unknown } = Object(
      JSON.parse(readFileSync(join(appFolder(env, platform), 'obsidian.json'), 'utf8')),
    );
    return Object.entries(Object(vaults))
      .flatMap(([id, raw]) => {
        const { path, ts }: { path?: unknown; ts?: unknown } = Object(raw);
        return typeof path === 'string' ? [{ id, path, at: Number(ts ?? 0) }] : [];
      })
      .sort((a, b) => b.at - a.at)
      .map(({ id, path }) => ({ id, path }));
  } catch {
    return [];
  }
}

/** Where the app keeps its list. */
function appFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homeDir(env), 'Library/Application Support/obsidian');
  if (platform === 'win32') return join(env.APPDATA ?? homeDir(env), 'Obsidian');
  return join(env.XDG_CONFIG_HOME || join(homeDir(env), '.config'), 'obsidian');
}
