import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { VaultError } from '../contract/errors.ts';
import type { LedgerSettings } from '../engine/engine.ts';
import {
  type DatabaseAddress,
  findPassword,
  parseLedgerUrl,
  serviceToUrl,
} from '../engine/store/ledger/postgres/address.ts';
import { PostgresLedger } from '../engine/store/ledger/postgres/postgres-ledger.ts';
import type { Machine } from '../engine/store/ledger/sync.ts';
import { openRoot } from '../engine/store/vault/anchor.ts';
import { makeStateFolder } from '../engine/store/vault/state-folder.ts';
import { toVaultId } from '../engine/store/vault/vault-id.ts';
import { newId } from '../kit/ids.ts';
import { readPrivateJson, writePrivateJson } from '../kit/private-files.ts';
import { settingOf } from './environment.ts';
import type { LedgerConfig } from './ledger-config.ts';
import { type Environment, homeDir, stateDir } from './places.ts';

/** The ledger of a vault. Nothing is connected until it is first needed. */
export function openLedger(config: LedgerConfig, folder: string, env: Environment): LedgerSettings {
  return {
    ledger: new PostgresLedger(toAddress(config, env), config.id),
    machine: readMachine(ledgerFolder(folder, env), config.machine),
    local: config.local,
  };
}

/** From a URL, a service of libpq or `VAULTD_LEDGER_URL`; the password also from libpq's file. */
export function toAddress(
  { url, service }: Pick<LedgerConfig, 'url' | 'service'>,
  env: Environment,
): DatabaseAddress {
  const address = parseLedgerUrl(
    findUrl(url, service, env),
    (file) => readText(file) ?? missing(file),
  );
  const user = address.user ?? settingOf(env, 'PGUSER');
  const named = { ...address, user };
  const file = settingOf(env, 'PGPASSFILE') ?? join(homeDir(env), '.pgpass');
  const password =
    address.password ?? settingOf(env, 'PGPASSWORD') ?? findPassword(readText(file) ?? '', named);
  return { ...named, password };
}

function findUrl(url: string | undefined, service: string | undefined, env: Environment): string {
  if (service !== undefined) {
    const file = settingOf(env, 'PGSERVICEFILE') ?? join(homeDir(env), '.pg_service.conf');
    return serviceToUrl(service, readText(file) ?? missing(file));
  }
  const found = url ?? settingOf(env, 'VAULTD_LEDGER_URL');
  if (found !== undefined) return found;
  throw new VaultError('invalid-input', 'The address of the ledger is missing.', {
    reason: 'config',
    hint: 'Name it with --url or --service, or set VAULTD_LEDGER_URL.',
  });
}

/** Who this machine is to the others; made once for a vault. */
export function readMachine(stateFolder: string, name: string | undefined): Machine {
  const file = join(stateFolder, 'machine.json');
  const known = readPrivateJson(file, z.object({ id: z.string() }));
  const id = known?.id ?? newId();
  if (known === undefined) writePrivateJson(file, { id });
  return { id, name: name ?? hostname().replace(/\..*/, '') };
}

/** The part of the state of the vault in a folder that is about the ledger. */
export function ledgerFolder(folder: string, env: Environment): string {
  const id = toVaultId(openRoot(resolve(folder)).real);
  return join(makeStateFolder(stateDir(env), id), 'ledger');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function missing(file: string): never {
  throw new VaultError('not-found', `There is no file ${file}.`, {
    hint: 'It is named in the address of the ledger or in the environment.',
  });
}
