import { resolve } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import type { StepProgress } from '../contract/progress.ts';
import { createLog } from '../kit/log.ts';
import { ClientSessions } from '../operations/client-sessions.ts';
import { createMethods } from '../protocols/local/answer.ts';
import { RpcError, rpcCodes } from '../protocols/local/client/errors.ts';
import { progressOf } from '../protocols/local/index-jobs.ts';
import type { Config } from './config-shape.ts';
import { loadConfig } from './load-config.ts';
import { openVaults } from './open.ts';
import { type Environment, expandHome, isFolder } from './places.ts';

/** What `vaultd ledger` does; the code for it is loaded for nothing else. */
export const loadLedgerCommands = () => import('./ledger-commands.ts');

/** The methods of the local wire without a wire. */
export interface InProcess {
  readonly name: string;
  /** The folder of the vault. */
  readonly root: string;
  call<R>(method: string, params?: Readonly<Record<string, unknown>>): Promise<R>;
  /** How far the present call is: its step, or else the reading of the notes. */
  progress(): Pick<StepProgress, 'done' | 'total'> | undefined;
  close(): Promise<void>;
}

/** Opens a vault in this process: the one that was chosen, or the only one that is configured. */
export async function openInProcess(
  chosen: { readonly choice: string; readonly cwd: string } | undefined,
  env: Environment,
): Promise<InProcess> {
  const config = await choose(await loadConfig(env), chosen, env);
  const { vaults, sessions, close } = await openVaults(config, env, createLog(config.log));
  const [vault] = vaults;
  // Methods that change something are there even when nothing may be changed: they say why.
  const methods = createMethods({ vaults, isReadOnly: false });
  const client = new ClientSessions(sessions, { protocol: 'local', client: 'cli' });
  let step: StepProgress | undefined;
  return {
    name: vault?.name ?? '',
    root: vault?.root ?? '',
    async call<R>(name: string, params: Readonly<Record<string, unknown>> = {}) {
      const method = methods.get(name);
      if (method === undefined) {
        throw new RpcError(rpcCodes.methodNotFound, `method not found: ${name}`);
      }
      // The caller knows what the method answers, as on the wire.
      return untilGivenUp(async (signal) => {
        step = undefined;
        return (await method(params, client, signal, (progress) => {
          step = progress;
        })) as R;
      });
    },
    progress: () => step ?? (vault && progressOf(vault)),
    async close() {
      client.close();
      await close();
    },
  };
}

/** Ctrl+C once ends a call in order: a step that is not committed leaves nothing. Twice ends everything. */
async function untilGivenUp<R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const givenUp = new AbortController();
  const giveUp = () => givenUp.abort();
  process.once('SIGINT', giveUp);
  try {
    return await work(givenUp.signal);
  } finally {
    process.off('SIGINT', giveUp);
  }
}

async function choose(
  config: Config,
  chosen: { readonly choice: string; readonly cwd: string } | undefined,
  env: Environment,
): Promise<Config> {
  if (chosen === undefined) return requireOnly(config);
  const { choice, cwd } = chosen;
  const byName = config.vaults.find(({ name }) => name === choice);
  const path = byName?.path ?? resolve(cwd, expandHome(choice, env));
  if (byName === undefined && !isFolder(path)) throw unknownVault(choice, config);
  return loadConfig(env, [path]);
}

function requireOnly(config: Config): Config {
  if (config.vaults.length === 1) return config;
  const names = config.vaults.map(({ name, path }) => name ?? path).join(', ');
  throw new VaultError(
    'not-found',
    names === '' ? 'No vault is configured.' : `Several vaults are configured: ${names}.`,
    {
      hint: `Name one with --vault, set OBSIDIAN_VAULT_PATH, or run this inside a vault.${
        names === '' ? ' To configure one: vaultd vault add FOLDER' : ''
      }`,
    },
  );
}

function unknownVault(choice: string, { vaults }: Config): VaultError {
  const names = vaults.flatMap(({ name }) => name ?? []).join(', ');
  return new VaultError('not-found', `There is no vault ${JSON.stringify(choice)}.`, {
    hint: `Name an existing folder${names === '' ? '' : ` or one of: ${names}`}.`,
  });
}
