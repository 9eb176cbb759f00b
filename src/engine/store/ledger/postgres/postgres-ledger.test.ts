import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { databaseTest, freshDatabase } from '../../../../../test/support/database.ts';
import { ledgerConformance } from '../../../../../test/support/ledger-conformance.ts';
import { Link } from '../../../../../test/support/link.ts';
import { openMachine } from '../../../../../test/support/machines.ts';
import { until } from '../../../../../test/support/until.ts';
import { parseVaultPath as p } from '../../../../contract/paths.ts';
import { newId } from '../../../../kit/ids.ts';
import { LedgerAway } from '../ledger.ts';
import { parseLedgerUrl } from './address.ts';
import { openClient } from './client.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { addSharedVault, forgetMachine, listSharedVaults, migrate } from './vaults.ts';

let database: ReturnType<typeof freshDatabase> | undefined;

function theDatabase() {
  database ??= freshDatabase();
  return database;
}

/** One database for all cases, a vault of its own for each. */
async function freshVault() {
  const { url } = await theDatabase();
  const address = parseLedgerUrl(url, () => '');
  await migrate(address);
  const id = newId();
  await addSharedVault(address, { id, name: id });
  return { address, id };
}

ledgerConformance(async () => {
  const { address, id } = await freshVault();
  return async () => new PostgresLedger(address, id);
}, databaseTest);

databaseTest('tables are made once, and vaults are listed with their files', async () => {
  const { address, id } = await freshVault();
  await Promise.all([migrate(address), migrate(address)]);
  const found = (await listSharedVaults(address)).find((vault) => vault.id === id);
  expect(found).toEqual({ id, name: id, head: 0, files: 0 });
});

databaseTest(
  'a database that is not there is away, a vault that is not there is an error',
  async () => {
    const { address } = await freshVault();
    const nowhere = new PostgresLedger({ ...address, hosts: ['/nowhere'] }, 'x');
    await expect(nowhere.since(0, 1)).rejects.toBeInstanceOf(LedgerAway);
    const unknown = new PostgresLedger(address, 'no such vault');
    await expect(unknown.since(0, 1)).rejects.toMatchObject({ code: 'not-found' });
    await expect(unknown.commit([], new Map())).rejects.toMatchObject({ code: 'not-found' });
    await Promise.all([nowhere.close(), unknown.close()]);
  },
);

databaseTest(
  'a database that is slow is away, and one that was restarted is used and heard again',
  async () => {
    const { address, id } = await freshVault();
    const { server, name } = await theDatabase();
    const link = await Link.open(server.socket);
    const reached = { ...address, hosts: ['127.0.0.1'], ports: [link.port] };
    const client = openClient(reached);
    const answers = (timeoutMs: number) => client.run((sql) => sql`select 1`, timeoutMs);
    await answers(60_000);
    link.stall('toClient');
    await expect(answers(100)).rejects.toThrow('the database does not answer in time');
    link.restore();
    await answers(60_000);
    await client.close();

    const ledger = new PostgresLedger(reached, id);
    let rung = 0;
    ledger.onChange(() => rung++);
    await until(() => rung > 0, 'the bell to be there');
    link.cut();
    await server.query(
      (sql) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = ${name} and application_name = 'vaultd'`,
    );
    await expect(ledger.since(0, 1)).rejects.toBeInstanceOf(LedgerAway);
    link.restore();
    const before = rung;
    await until(
      () =>
        ledger.since(0, 1).then(
          () => true,
          () => false,
        ),
      'the database again',
    );
    await until(() => rung > before, 'the bell again');
    await ledger.close();
    await link.close();
  },
);

databaseTest('two machines follow each other, and edits by other programs', async () => {
  const { address, id } = await freshVault();
  const open = (name: string) =>
    openMachine(new PostgresLedger(address, id), name, {}, { live: true });
  const [one, two] = [await open('one'), await open('two')];
  await one.view.vault.write(p('a.md'), Buffer.from('a\n'));
  await until(() => two.files()['a.md'] === 'a\n', 'the note on the other machine');
  writeFileSync(join(two.root, 'a.md'), 'a\nb\n');
  await until(() => one.files()['a.md'] === 'a\nb\n', 'the edit on the other machine');
  await one.sync();
  await one.engine.sharing?.report();
  const { machines = [] } = (await two.view.sharing?.facts()) ?? {};
  expect(machines.map(({ name }) => name)).toContain('one');
  await forgetMachine(address, id, 'one');
});
