import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { VaultError } from '../contract/errors.ts';
import { type Engine, openEngine } from '../engine/engine.ts';
import { LedgerAway } from '../engine/store/ledger/ledger.ts';
import {
  addSharedVault,
  forgetMachine,
  listSharedVaults,
  migrate,
  type SharedVault,
} from '../engine/store/ledger/postgres/vaults.ts';
import { type JoinPreview, previewJoin } from '../engine/store/ledger/preview.ts';
import type { ReportSync } from '../engine/store/ledger/sync.ts';
import { openRoot } from '../engine/store/vault/anchor.ts';
import { newId } from '../kit/ids.ts';
import { createLog } from '../kit/log.ts';
import { readConfig } from './config.ts';
import type { Config, VaultConfig } from './config-shape.ts';
import { ledgerFolder, openLedger, readMachine, toAddress } from './ledger.ts';
import type { LedgerConfig } from './ledger-config.ts';
import { toEngineOptions, withLedger } from './open.ts';
import type { Environment } from './places.ts';
import { addVault, setLedger } from './vault-list.ts';

/** Where the ledger is, as the command line names it. */
export type LedgerPlace = Pick<LedgerConfig, 'url' | 'service' | 'machine'>;

export interface LedgerCommand {
  readonly env: Environment;
  /** The folder of the vault. */
  readonly folder: string;
  readonly place: LedgerPlace;
  readonly onProgress?: ReportSync;
}

/** What came of it. */
export interface SharedResult {
  readonly id: string;
  readonly name: string;
  readonly files: number;
  readonly conflicts: readonly string[];
}

/** Makes a vault shared: everything in it goes to the ledger. */
export function initLedger(command: LedgerCommand): Promise<SharedResult> {
  const { env, folder, place } = command;
  return reaching(async () => {
    requireUnshared(env, folder);
    const address = toAddress(place, env);
    await migrate(address);
    const vault = { id: newId(), name: basename(folder) };
    await addSharedVault(address, vault);
    return takePart(command, vault);
  });
}

/** Takes part in a shared vault. `confirm` is asked when the folder has notes of its own. */
export function joinLedger(
  command: LedgerCommand & {
    readonly id: string | undefined;
    confirm(preview: JoinPreview, vault: SharedVault): Promise<boolean>;
  },
): Promise<SharedResult | undefined> {
  const { env, folder, place, id } = command;
  return reaching(async () => {
    requireUnshared(env, folder);
    const address = toAddress(place, env);
    await migrate(address);
    const vault = chooseVault(await listSharedVaults(address), id);
    const { ledger } = openLedger({ ...place, id: vault.id }, folder, env);
    let preview: JoinPreview;
    try {
      preview = await previewJoin(openRoot(folder), ledger);
    } finally {
      await ledger.close();
    }
    const isEmpty = preview.same + preview.added.length + preview.differing.length === 0;
    if (!isEmpty && !(await command.confirm(preview, vault))) return undefined;
    return takePart(command, vault);
  });
}

/** A database that cannot be reached is a problem of its address, its network or itself. */
async function reaching<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof LedgerAway)) throw thrown;
    throw new VaultError('unavailable', 'The database does not answer.', {
      hint: 'Check its address, and that this machine can reach it.',
      cause: thrown,
    });
  }
}

/** Stops sharing on this machine. The files stay, here and on the others. */
export async function leaveLedger(env: Environment, folder: string): Promise<LedgerConfig> {
  const ledger = findVault(env, folder)?.ledger;
  if (ledger === undefined) {
    throw new VaultError('not-found', 'This vault is not shared.', {
      hint: 'To share it: vaultd ledger init --url postgres://…',
    });
  }
  const state = ledgerFolder(folder, env);
  const { id } = readMachine(state, ledger.machine);
  setLedger(env, folder, undefined);
  rmSync(state, { recursive: true, force: true });
  // The others only stop listing this machine, so leaving works without the database too.
  await forgetMachine(toAddress(ledger, env), ledger.id, id).catch(() => undefined);
  return ledger;
}

async function takePart(
  { env, folder, place, onProgress }: LedgerCommand,
  vault: Pick<SharedVault, 'id' | 'name'>,
): Promise<SharedResult> {
  addVault(env, folder, undefined);
  setLedger(env, folder, { ...place, id: vault.id });
  const engine = await openShared(env, folder);
  try {
    await engine.sharing?.syncAll(onProgress);
    await engine.sharing?.report();
    const { conflicts = [] } = engine.sharing?.status() ?? {};
    return { ...vault, files: engine.sharing?.countFiles() ?? 0, conflicts };
  } finally {
    await engine.close();
  }
}

async function openShared(env: Environment, folder: string): Promise<Engine> {
  const config = readConfig(env, [folder]);
  const [vault = { path: folder }] = config.vaults;
  const options = await withLedger(toEngineOptions(vault, config, env), vault, env);
  return openEngine({ ...options, log: createLog(config.log) });
}

function chooseVault(vaults: readonly SharedVault[], id: string | undefined): SharedVault {
  const found = vaults.filter((vault) => id === undefined || vault.id === id || vault.name === id);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = vaults.map(({ id: each, name, files }) => `${name} (${each}, ${files} files)`);
  throw new VaultError(
    'not-found',
    found.length === 0 ? 'The ledger has no such vault.' : 'The ledger has several vaults.',
    { hint: `Choose one with --id: ${names.join(', ') || 'it has none yet'}.` },
  );
}

function requireUnshared(env: Environment, folder: string): void {
  if (findVault(env, folder)?.ledger === undefined) return;
  throw new VaultError('already-exists', 'This vault is already shared.', {
    hint: 'See vaultd ledger status. To stop sharing it here: vaultd ledger leave',
  });
}

function findVault(env: Environment, folder: string): VaultConfig | undefined {
  const { vaults }: Config = readConfig(env, [folder]);
  return vaults[0];
}
