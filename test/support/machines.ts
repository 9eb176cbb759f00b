import type { Engine } from '../../src/engine/engine.ts';
import type { Ledger } from '../../src/engine/store/ledger/ledger.ts';
import { freshFolder, harvest } from './folder.ts';
import { caller, openTestVault, type TestVault } from './vault.ts';

/** A machine that takes part in a shared vault. */
export interface TestMachine extends TestVault {
  readonly view: ReturnType<Engine['as']>;
  /** Everything this machine and the ledger know of each other is in the other. */
  sync(): Promise<void>;
  files(): Record<string, string | null>;
}

export interface MachineFolders {
  readonly root?: string;
  readonly stateDir?: string;
  readonly live?: boolean;
  /** How far its clock is ahead of the others. */
  readonly aheadMs?: number;
}

/** A machine with a folder of its own; `folders` are those of an earlier one that comes back. */
export async function openMachine(
  ledger: Ledger,
  name: string,
  files: Readonly<Record<string, string | Buffer | null>> = {},
  folders: MachineFolders = {},
): Promise<TestMachine> {
  const { root = freshFolder(), stateDir = freshFolder(), live = false, aheadMs = 0 } = folders;
  const vault = await openTestVault(files, {
    root,
    stateDir,
    live,
    ledger: { ledger, machine: { id: name, name }, waitMs: 0 },
    clock: { now: () => Date.parse('2026-11-18T12:00:00Z') + aheadMs },
  });
  return {
    ...vault,
    view: vault.engine.as(caller(undefined, name)),
    sync: async () => vault.engine.sharing?.syncAll(),
    files: () => harvest(root),
  };
}
