import { readdirSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { joinLedger } from '../../src/daemon/ledger-commands.ts';
import { parseLedgerUrl } from '../../src/engine/store/ledger/postgres/address.ts';
import { migrate } from '../../src/engine/store/ledger/postgres/vaults.ts';
import type { RunOptions } from '../support/command-host.ts';
import { databaseTest, freshDatabase } from '../support/database.ts';
import { Link } from '../support/link.ts';
import { Postgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

/** A machine with a home of its own. */
function newMachine(files: Readonly<Record<string, string>> = {}) {
  const home = new VaultHome(files);
  onTestFinished(() => home.remove());
  const ask = async (words: readonly string[], options: RunOptions = {}) => {
    const ran = await home.run(['ledger', ...words, '--vault', home.vault], options);
    return { exitCode: ran.exitCode, said: ran.stdout + ran.stderr };
  };
  return { home, ask, ledger: (...words: string[]) => ask(words) };
}

databaseTest('a vault is shared, joined by others, and left again', async () => {
  const { url } = await freshDatabase();
  const one = newMachine({ 'a.md': 'a\n', 'd/b.md': 'b\n' });
  const init = await one.ledger('init', '--url', url, '--machine', 'one');
  expect(init.said).toContain('Shared notes with 2 files.');
  expect((await one.ledger('init', '--url', url)).said).toContain('This vault is already shared.');

  const two = newMachine();
  const joined = await two.ledger('join', '--url', url, '--machine', 'two');
  expect(joined.said).toContain('Joined notes with 2 files.');
  expect(two.home.tree()).toEqual(one.home.tree());
  const { said } = await two.ledger('status');
  expect(said).toContain('on two: in sync');
  expect(said).toMatch(/^one +up to date/m);
  expect(said).toMatch(/^two \(this machine\) +up to date/m);

  expect((await two.ledger('leave')).said).toContain('no longer shared on this machine');
  expect((await two.ledger('leave')).said).toContain('This vault is not shared.');
  expect(two.home.tree()).toEqual(one.home.tree());
});

databaseTest('a folder with notes joins only after it has seen what would happen', async () => {
  const { url } = await freshDatabase();
  const one = newMachine({ 'same.md': 's\n', 'other.md': 'one\n', 'new.md': 'n\n' });
  await one.ledger('init', '--url', url, '--machine', 'one');
  const files = { 'same.md': 's\n', 'other.md': 'two\n', 'mine.md': 'm\n' };
  const two = newMachine(files);
  const asked = await two.ledger('join', '--url', url, '--machine', 'two');
  expect(asked).toMatchObject({ exitCode: 2 });
  expect(asked.said).toContain('1 files are the same here and there.');
  expect(asked.said).toContain('1 files would come here.');
  expect(asked.said).toContain('1 files would go to the others. mine.md');
  expect(asked.said).toContain('the version here would become a copy. other.md');
  const no = { stdin: 'n\n', isTerminal: true };
  const refused = await two.ask(['join', '--url', url, '--machine', 'two'], no);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.said).toContain('Nothing was changed.');
  expect(two.home.tree()).toEqual(files);

  const joined = await two.ledger('join', '--url', url, '--machine', 'two', '--yes');
  expect(joined.said).toContain('1 files were kept twice: other (conflict, two, ');
  expect(two.home.tree()).toMatchObject({ ...files, 'other.md': 'one\n', 'new.md': 'n\n' });
  expect(Object.values(two.home.tree())).toContain('two\n');
});

databaseTest('the rights of the manual are enough to take part', async () => {
  const { url, name, server } = await freshDatabase();
  await migrate(parseLedgerUrl(url, () => ''));
  const user = `${name}_notes`;
  await server.query(async (sql) => {
    await sql.unsafe(`create user ${user}`);
    await sql.unsafe(`grant usage on schema vaultd to ${user}`);
    await sql.unsafe(
      `grant select, insert, update, delete on all tables in schema vaultd to ${user}`,
    );
    await sql.unsafe(`grant execute on all functions in schema vaultd to ${user}`);
  }, name);
  onTestFinished(() =>
    server.query(async (sql) => {
      await sql.unsafe(`drop owned by ${user}`);
      await sql.unsafe(`drop user ${user}`);
    }, name),
  );
  const asUser = url.replace('//vaultd@', `//${user}@`);
  expect(asUser).not.toBe(url);
  const one = newMachine({ 'a.md': 'a\n' });
  expect(await one.ledger('init', '--url', asUser)).toMatchObject({ exitCode: 0 });
  const two = newMachine();
  expect(await two.ledger('join', '--url', asUser)).toMatchObject({ exitCode: 0 });
  expect(two.home.tree()).toEqual({ 'a.md': 'a\n' });
});

databaseTest('a join that is interrupted goes on when the vault is served', async () => {
  const { url, server, name } = await freshDatabase();
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.md`, `${n}\n`]));
  const one = newMachine(files);
  await one.ledger('init', '--url', url, '--machine', 'one');
  const link = await Link.open(server.socket);
  onTestFinished(() => link.close());
  const { home } = newMachine();
  const joining = joinLedger({
    env: home.env,
    folder: home.vault,
    place: { url: Postgres.urlAt([link.port], name), machine: 'two' },
    id: undefined,
    confirm: async () => true,
    onProgress: () => link.cut(),
  });
  await expect(joining).rejects.toMatchObject({ code: 'unavailable' });
  const names = () => readdirSync(home.vault).sort();
  expect(names().length).toBeLessThan(250);
  link.restore();
  await home.serve({}, []);
  const wanted = Object.keys(files).sort().join();
  await until(() => names().join() === wanted, 'the rest of the files');
  expect(home.tree()).toEqual(files);
});
