import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { expect } from 'vitest';
import { databaseTest, freshDatabase } from './database.ts';
import { freshFolder } from './folder.ts';
import { Link } from './link.ts';
import { Postgres, pairSettings } from './postgres.ts';
import { until } from './until.ts';

databaseTest('the server of the run gives each test a database of its own', async () => {
  const names = await Promise.all(
    [1, 2].map(async () => {
      const { server, name } = await freshDatabase();
      const [row] = await server.query((sql) => sql`select current_database() as name`, name);
      return row?.name;
    }),
  );
  expect(new Set(names).size).toBe(2);
});

databaseTest('a standby has what a killed primary acknowledged, and takes over', async () => {
  const base = dirname(freshFolder());
  const primary = await Postgres.create(join(base, 'a'), pairSettings);
  await primary.start();
  const standby = await primary.createStandby(join(base, 'b'));
  await standby.start();
  await primary.waitForStandby(true);
  await primary.query(async (sql) => {
    await sql`create table notes (text text)`;
    await sql`insert into notes values ('acknowledged')`;
  });
  await primary.kill();
  await standby.promote();
  await standby.waitForStandby(false);
  const texts = await standby.query(
    (sql) => sql`insert into notes values ('later') returning text`,
  );
  expect(texts.length).toBe(1);
  expect(await standby.query((sql) => sql`select * from notes`)).toHaveLength(2);
  await primary.start();
  expect(await primary.query((sql) => sql`select * from notes`)).toHaveLength(1);
  await Promise.all([primary.kill(), standby.kill()]);
});

databaseTest('a link can be cut, can stall and can damage what passes', async () => {
  const { server, name } = await freshDatabase();
  const link = await Link.open(server.socket);
  const sql = postgres(Postgres.urlAt([link.port], name), { max: 1, backoff: () => 0.01 });
  const answer = () =>
    sql`select 1 as one`.then(
      () => 'answered',
      () => 'failed',
    );
  expect(await answer()).toBe('answered');
  link.cut();
  expect(await answer()).toBe('failed');
  link.restore();
  expect(await answer()).toBe('answered');
  link.cutAfter('toClient', 3);
  expect(await answer()).toBe('failed');
  link.restore();

  link.stall('toServer');
  const stalled = answer();
  await until(() => link.heldBytes > 0, 'the question to be held back');
  link.restore();
  expect(await stalled).toBe('answered');

  const [whole] = await sql`select ${'x'.repeat(99)} as text`;
  link.mangleNext('toClient');
  const damaged = await sql`select ${'x'.repeat(99)} as text`.then(
    ([row]) => row?.text,
    () => 'refused',
  );
  expect(damaged).not.toBe(whole?.text);
  await sql.end({ timeout: 1 });
  await link.close();
});
