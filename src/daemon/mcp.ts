import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isVaultError, VaultError } from '../contract/errors.ts';
import { mcpLimits } from '../contract/mcp-limits.ts';
import { createLog, type Log, toLogText } from '../kit/log.ts';
import { bundleContract, vaultContract } from '../protocols/mcp/contract.ts';
import { serveLines } from '../protocols/mcp/serve-lines.ts';
import { writeInstructions } from '../protocols/mcp/vault/instructions.ts';
import { attach, passThrough } from './mcp-attach.ts';
import { type McpSettings, readMcpSettings } from './mcp-settings.ts';
import { configFile, type Environment, expandHome, isFolder, permissionFile } from './places.ts';

declare const VAULTD_VERSION: string;

/**
 * `vaultd mcp`: the vault on standard input and output. This file and what it imports must stay
 * small: everything here is loaded before the client gets its first answer.
 */
export async function runMcp(args: readonly string[], env: Environment): Promise<void> {
  protectStdout();
  try {
    // Threads and watchers must not keep the process of a client that is gone.
    process.exit(await run(readMcpSettings(args, env)));
  } catch (thrown) {
    giveUp(thrown);
  }
}

async function run(settings: McpSettings): Promise<number> {
  if (settings.toolset === 'bundle') return serveStdio(settings);
  requireFolder(settings);
  if (settings.transport === 'http') {
    const { serveHttp } = await import('./mcp-http.ts');
    await serveHttp(settings, VAULTD_VERSION);
    return 0;
  }
  const daemon = await attach(settings);
  return daemon === undefined ? serveStdio(settings) : passThrough(daemon);
}

async function serveStdio(settings: McpSettings): Promise<number> {
  const isBundle = settings.toolset === 'bundle';
  const log = openLog(settings);
  const isDrained = await serveLines({
    input: process.stdin,
    output: process.stdout,
    contract: isBundle ? bundleContract(VAULTD_VERSION) : vaultContract(VAULTD_VERSION),
    instructions: isBundle ? undefined : knownInstructions(settings),
    load: async (client) => {
      await firstAnswer();
      const { openOwnBackend } = await import('./mcp-own.ts');
      return openOwnBackend(settings, client, log, VAULTD_VERSION);
    },
    stop: stopSignal(),
    report: (thrown) => log.error('a request failed', { error: toLogText(thrown) }),
  });
  return isDrained ? 0 : 1;
}

/** Loading the engine blocks this thread, so what waits in the pipe at the start is answered first. */
async function firstAnswer(): Promise<void> {
  await Promise.race(['data', 'end', 'close'].map((event) => once(process.stdin, event)));
  await setImmediate();
}

/** The configuration and kept permissions may narrow what the client may do, so then the answer waits for it. */
function knownInstructions({ policy, options, env }: McpSettings): string | undefined {
  const isNarrowed = [configFile(env), permissionFile(env)].some((file) => existsSync(file));
  return isNarrowed ? undefined : writeInstructions({ policy, ...options });
}

function requireFolder({ vaults: [vault], env }: McpSettings): void {
  if (vault === undefined || existsSync(configFile(env))) return;
  if (isFolder(resolve(expandHome(vault.path, env)))) return;
  throw new VaultError('not-found', `There is no folder "${vault.path}" to serve as a vault.`, {
    hint: 'Name an existing folder of Markdown notes: vaultd mcp FOLDER, or OBSIDIAN_VAULT_PATH.',
  });
}

/** The bundle logs every call. The other tool set logs what goes wrong. */
function openLog({ toolset, logLevel }: McpSettings): Log {
  // A log that cannot be written must not end the server.
  process.stderr.on('error', () => {});
  return toolset === 'bundle'
    ? createLog({ level: logLevel, json: true }, 'bundle')
    : createLog({ level: 'warn', json: false });
}

/** The system, the user, or the end of the process that started us. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, mcpLimits.parentMs).unref();
  return stopping.signal;
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
