import { test } from 'vitest';
import { findPostgres } from '../../scripts/postgres.mjs';
import { atFileEnd } from './file-end.ts';
import { Postgres } from './postgres.ts';
import { askHost } from './run-host.ts';

/** For tests that need PostgreSQL. Where there is none they are reported as left out; in CI the run fails before. */
export const databaseTest = test.skipIf(findPostgres() === undefined);

let made = 0;

export interface Database {
  readonly server: Postgres;
  readonly name: string;
  readonly url: string;
}

/** An empty database on the server of the run; it is dropped when the test file ends. */
export async function freshDatabase(): Promise<Database> {
  const server = Postgres.at(await askHost(process.env.TEST_POSTGRES_PORT));
  const name = `t${process.pid}_${++made}`;
  await server.createDatabase(name);
  atFileEnd(() => server.dropDatabase(name));
  return { server, name, url: server.url(name) };
}
