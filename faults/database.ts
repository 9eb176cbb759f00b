import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../scripts/postgres.mjs';
import type { Ledger } from '../src/engine/store/ledger/ledger.ts';
import { parseLedgerUrl } from '../src/engine/store/ledger/postgres/address.ts';
import { PostgresLedger } from '../src/engine/store/ledger/postgres/postgres-ledger.ts';
import { addSharedVault, migrate } from '../src/engine/store/ledger/postgres/vaults.ts';
import { newId } from '../src/kit/ids.ts';
import { Link } from '../test/support/link.ts';
import { Postgres, type PostgresSettings, quickSettings } from '../test/support/postgres.ts';
import { askHost } from '../test/support/run-host.ts';
import type { FaultReport } from './support.ts';

/** Where there is no PostgreSQL a fault is not tried; CI leaves none out. */
export function needPostgres(run: () => Promise<FaultReport>): Promise<FaultReport> {
  if (findPostgres() !== undefined) return run();
  const skipped = 'there is no PostgreSQL here';
  if (process.env.CI) throw new Error(skipped);
  return Promise.resolve({ name: 'ledger', rounds: 0, losses: {}, counts: {}, skipped });
}

/** An empty database: on the server of the test run where there is one, else on one of its own. */
export async function withDatabase<T>(
  run: (server: Postgres, database: string) => Promise<T>,
): Promise<T> {
  const port = process.env.TEST_POSTGRES_PORT;
  if (port === undefined) {
    return withServer(quickSettings, async (server) => {
      await server.createDatabase('vaults');
      return run(server, 'vaults');
    });
  }
  const server = Postgres.at(await askHost(port));
  const database = `f${process.pid}_${Date.now()}`;
  await server.createDatabase(database);
  try {
    return await run(server, database);
  } finally {
    await server.dropDatabase(database);
  }
}

/** A server of its own, which ends with the run. */
export async function withServer<T>(
  settings: PostgresSettings,
  run: (server: Postgres, base: string) => Promise<T>,
): Promise<T> {
  const base = mkdtempSync(join(tmpdir(), 'pg-'));
  chmodSync(base, 0o711);
  try {
    const server = await Postgres.create(join(base, 'p'), settings);
    await server.start();
    try {
      return await run(server, base);
    } finally {
      await server.kill();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** A link for one machine, and the URL that leads over it. */
export async function openLink(
  server: Postgres,
  database: string,
): Promise<{ link: Link; url: string }> {
  const link = await Link.open(server.socket);
  return { link, url: Postgres.urlAt([link.port], database) };
}

/** A vault without files in the ledger of a database, and ways to it. */
export async function addVault(server: Postgres, database: string) {
  const connection = parseLedgerUrl(server.url(database), () => '');
  await migrate(connection);
  const id = newId();
  await addSharedVault(connection, { id, name: 'faults' });
  const openAt = (url: string): Ledger =>
    new PostgresLedger(
      parseLedgerUrl(url, () => ''),
      id,
    );
  return {
    id,
    openAt,
    async open(): Promise<{ ledger: Ledger; link: Link }> {
      const { link, url } = await openLink(server, database);
      return { link, ledger: openAt(url) };
    },
  };
}
