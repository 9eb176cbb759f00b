import { ChildMachine } from './child-machine.ts';
import { addVault, needPostgres, openLink, withDatabase } from './database.ts';
import { reportModel } from './model.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

export const machineNames = ['laptop', 'server', 'tower'];

interface LedgerModelOptions {
  readonly actions: number;
  readonly killOneIn: number;
  readonly cutOneIn: number;
  readonly seed: number;
}

/** Three machines as processes and one PostgreSQL: edits of all kinds, cuts and kills, and then all is equal. */
export function ledgerModel(options: LedgerModelOptions): Promise<FaultReport> {
  return needPostgres(() =>
    withDatabase((server, database) =>
      inFreshFolders(async ({ root: base }) => {
        const vault = await addVault(server, database);
        const { ledger: reader, link: direct } = await vault.open();
        const machines = await Promise.all(
          machineNames.map(async (name) => {
            const { link, url } = await openLink(server, database);
            return new ChildMachine({ name, base, link, url, vault: vault.id });
          }),
        );
        try {
          for (const machine of machines) await machine.start();
          return await reportModel('model', { ...options, machines, reader });
        } finally {
          await Promise.all(machines.map((machine) => machine.close()));
          await Promise.all(machines.map(({ link }) => link.close()));
          await reader.close();
          await direct.close();
        }
      }),
    ),
  );
}
