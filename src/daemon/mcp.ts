import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isVaultError, VaultError } from '../contract/errors.ts';
import { type FrontIdentity, openFront } from '../protocols/mcp/front.ts';
import { serverIdentity } from '../protocols/mcp/identity.ts';
import { runBundle } from './bundle.ts';
import { readBundleOptions, takeBundleFlags } from './bundle-settings.ts';
import { type McpSettings, readMcpSettings, readToolset } from './mcp-settings.ts';
import { configFile, type Environment, expandHome } from './places.ts';

declare const VAULTD_VERSION: string;

/**
 * `vaultd mcp`: the vault on standard input and output. This file and what it imports must stay
 * small: everything here is loaded before the client gets its first answer.
 */
export async function runMcp(args: readonly string[], env: Environment): Promise<void> {
  protectStdout();
  try {
    const toolset = readToolset(args, env);
    if (toolset === 'bundle') process.exit(await runBundle(args, env, VAULTD_VERSION));
    const settings = toolset === 'both' ? readBoth(args, env) : readMcpSettings(args, env);
    requireFolder(settings.vault, env);
    if (settings.transport === 'http') {
      const { serveHttp } = await import('./mcp-own.ts');
      return await serveHttp(settings, env, VAULTD_VERSION);
    }
    const identity = knownIdentity(settings, env);
    await openFront({
      input: process.stdin,
      output: process.stdout,
      identity,
      load: async (write) => {
        const { openSession } = await import('./mcp-session.ts');
        return openSession({
          settings,
          env: settings.env ?? env,
          version: VAULTD_VERSION,
          isGreeted: identity !== undefined,
          write,
        });
      },
      fail: giveUp,
    });
    // Threads and watchers must not keep the process of a client that is gone.
    process.exit();
  } catch (thrown) {
    giveUp(thrown);
  }
}

/** Both tool sets from one process: the options of the bundle travel with those of the other. */
function readBoth(args: readonly string[], env: Environment): McpSettings {
  const taken = takeBundleFlags(args, env);
  const settings = readMcpSettings(taken.args, taken.env);
  const bundle = readBundleOptions(taken.env);
  return { ...settings, env: taken.env, options: { ...settings.options, bundle } };
}

/** A configuration file may narrow what the client is told, so then the answer waits for it. */
function knownIdentity(
  { policy, options }: McpSettings,
  env: Environment,
): FrontIdentity | undefined {
  if (existsSync(configFile(env))) return undefined;
  return serverIdentity({ version: VAULTD_VERSION, policy, options });
}

function requireFolder(vault: string | undefined, env: Environment): void {
  if (vault === undefined) return;
  const stat = statSync(resolve(expandHome(vault, env)), { throwIfNoEntry: false });
  if (stat?.isDirectory() || existsSync(configFile(env))) return;
  throw new VaultError('not-found', `There is no folder "${vault}" to serve as a vault.`, {
    hint: 'Name an existing folder of Markdown notes: vaultd mcp FOLDER, or OBSIDIAN_VAULT_PATH.',
  });
}

/** Only protocol may go to standard output, whatever a library has to say. */
function protectStdout(): void {
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
}

function giveUp(thrown: unknown): void {
  const hint =
    isVaultError(thrown) && thrown.about.hint !== undefined ? `\n${thrown.about.hint}` : '';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`vaultd: ${message}${hint}\n`);
  process.exit(isVaultError(thrown) && thrown.about.reason === 'usage' ? 2 : 1);
}
