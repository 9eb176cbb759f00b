import { existsSync } from 'node:fs';
import defaults from './config.generated.json' with { type: 'json' };
import type { Config } from './config-shape.ts';
import { withEnvironment } from './environment-config.ts';
import { configFile, type Environment } from './places.ts';

/**
 * What counts without a file. `npm run gen` writes it from the schema, whose making takes longer than
 * reading it. The type holds because nothing else writes the file.
 */
export const defaultConfig = defaults as Config;

/** The same as `readConfig`, which is loaded only where there is a file to check. */
export async function loadConfig(env: Environment, named: readonly string[] = []): Promise<Config> {
  if (!existsSync(configFile(env))) return withEnvironment(defaultConfig, env, named);
  const { readConfig } = await import('./config.ts');
  return readConfig(env, named);
}
