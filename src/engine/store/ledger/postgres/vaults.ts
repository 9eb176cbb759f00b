import { VaultError } from '../../../../contract/errors.ts';
import { ledgerLimits } from '../../../../contract/ledger-limits.ts';
import type { DatabaseAddress } from './address.ts';
import { openClient, type Sql } from './client.ts';
import { migrations } from './schema.ts';

/** A vault of a ledger. */
export interface SharedVault {
  readonly id: string;
  readonly name: string;
  readonly head: number;
  readonly files: number;
}

/** Makes the tables where they are missing or old. Machines that do so at once wait for each other. */
export async function migrate(connection: DatabaseAddress): Promise<void> {
  await withClient(connection, async (sql) => {
    const version = await readVersion(sql);
    if (version > migrations.length) {
      throw new VaultError('unsupported', 'The ledger is of a newer version of vaultd.', {
        hint: 'Update vaultd on this machine.',
      });
    }
    if (version < migrations.length) await sql.begin((own) => migrateFrom(own));
  });
}

async function migrateFrom(sql: Pick<Sql, 'unsafe'>): Promise<void> {
  await sql.unsafe("select pg_advisory_xact_lock(hashtext('vaultd migrations'))");
  await sql.unsafe('create schema if not exists vaultd');
  await sql.unsafe('create table if not exists vaultd.migration (version integer primary key)');
  const [row] = await sql.unsafe(
    'select coalesce(max(version), 0) as version from vaultd.migration',
  );
  for (const [index, statements] of migrations.entries()) {
    if (index < Number(row?.version)) continue;
    await sql.unsafe(statements);
    await sql.unsafe(`insert into vaultd.migration (version) values (${index + 1})`);
  }
}

async function readVersion(sql: Sql): Promise<number> {
  const [there] = await sql`select to_regclass('vaultd.migration') as name`;
  if (there?.name === null) return 0;
  const [row] = await sql`select coalesce(max(version), 0) as version from vaultd.migration`;
  return Number(row?.version);
}

/** Adds a vault without any files. */
export async function addSharedVault(
  connection: DatabaseAddress,
  vault: Pick<SharedVault, 'id' | 'name'>,
): Promise<void> {
  await withClient(
    connection,
    (sql) => sql`insert into vaultd.vault (id, name) values (${vault.id}, ${vault.name})`,
  );
}

export async function listSharedVaults(connection: DatabaseAddress): Promise<SharedVault[]> {
  return withClient(connection, async (sql) => {
    const rows = await sql`
      select id, name, head, (select count(*) from vaultd.head h
        where h.vault = v.id and h.version <> 'folder') as files
      from vaultd.vault v order by name, id`;
    return rows.map(({ id, name, head, files }) => ({
      id,
      name,
      head: Number(head),
      files: Number(files),
    }));
  });
}

/** What a machine that leaves had reported goes with it. */
export async function forgetMachine(
  connection: DatabaseAddress,
  vault: string,
  machine: string,
): Promise<void> {
  await withClient(
    connection,
    (sql) => sql`delete from vaultd.machine where vault = ${vault} and id = ${machine}`,
  );
}

async function withClient<T>(
  connection: DatabaseAddress,
  work: (sql: Sql) => PromiseLike<T>,
): Promise<T> {
  const client = openClient(connection);
  try {
    return await client.run(work, ledgerLimits.longAnswerMs);
  } finally {
    await client.close();
  }
}
