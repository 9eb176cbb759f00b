import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseLedgerUrl } from '../src/engine/store/ledger/postgres/address.ts';
import { PostgresLedger } from '../src/engine/store/ledger/postgres/postgres-ledger.ts';
import { listSharedVaults } from '../src/engine/store/ledger/postgres/vaults.ts';
import { builtUrl } from '../src/kit/entry-url.ts';
import { AgentMachine, type DaemonMachineOptions, RemoteMachine } from './daemon-machine.ts';
import { needPostgres, openLink, withDatabase } from './database.ts';
import { reportModel } from './model.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

interface AfternoonOptions {
  readonly actions: number;
  readonly seed: number;
}

const exampleVault = fileURLToPath(builtUrl('../example-vault'));

/** Three daemons and one PostgreSQL: the plugin's client, an agent, and a folder that other programs edit. */
export function ledgerAfternoon({ actions, seed }: AfternoonOptions): Promise<FaultReport> {
  return needPostgres(() =>
    withDatabase((server, database) =>
      inFreshFolders(async ({ root: base }) => {
        const reach = async (
          name: string,
          outsideOfTen: number,
        ): Promise<DaemonMachineOptions> => ({
          name,
          base,
          outsideOfTen,
          ...(await openLink(server, database)),
        });
        const laptop = new RemoteMachine(await reach('laptop', 0));
        const agent = new AgentMachine(await reach('server', 0));
        const tower = new AgentMachine(await reach('tower', 10));
        const machines = [laptop, agent, tower];
        cpSync(exampleVault, laptop.root, { recursive: true });
        try {
          await laptop.takePart('init');
          for (const machine of [agent, tower]) await machine.takePart('join');
          const reader = await openOnly(server.url(database));
          return await reportModel('afternoon', {
            machines,
            actions,
            seed,
            reader,
            cutOneIn: 250,
            killOneIn: 500,
            isWatched: true,
          }).finally(() => reader.close());
        } finally {
          await Promise.all(machines.map((machine) => machine.close()));
          await Promise.all(machines.map(({ link }) => link.close()));
        }
      }),
    ),
  );
}

/** The one shared vault of a database. */
async function openOnly(url: string): Promise<PostgresLedger> {
  const address = parseLedgerUrl(url, () => '');
  const [vault] = await listSharedVaults(address);
  return new PostgresLedger(address, vault?.id ?? '');
}
