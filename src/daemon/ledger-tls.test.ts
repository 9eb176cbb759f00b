import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { Child, printed } from '../../test/support/child.ts';
import { databaseTest, freshDatabase } from '../../test/support/database.ts';
import { freshFolder } from '../../test/support/folder.ts';
import { Link } from '../../test/support/link.ts';
import { TlsFront } from '../../test/support/tls-front.ts';
import { isVaultError } from '../contract/errors.ts';
import { openClient } from '../engine/store/ledger/postgres/client.ts';
import {
  createAuthority,
  createServerCertificate,
  loopbackNames,
  validFor,
} from '../kit/tls/certificate.ts';
import { toAddress } from './ledger.ts';

const secret = 'correct-horse';
const newAuthority = () => createAuthority([], validFor(Date.now(), 2));

databaseTest('TLS to the database: what is checked and what is refused', async () => {
  const home = freshFolder();
  const { server, name } = await freshDatabase();
  const authority = newAuthority();
  const certified = (names: readonly string[]) =>
    createServerCertificate(authority, names, validFor(Date.now(), 2));
  const front = await TlsFront.open(server.socket, certified(loopbackNames));
  const misnamed = await TlsFront.open(server.socket, certified(['localhost']));
  const plain = await Link.open(server.socket);
  onTestFinished(async () => {
    await Promise.all([front, misnamed, plain].map((each) => each.close()));
  });
  const [ca, otherCa] = [join(home, 'authority.pem'), join(home, 'other.pem')];
  writeFileSync(ca, authority.certificate);
  writeFileSync(otherCa, newAuthority().certificate);
  const service = ['host=127.0.0.1', `port=${front.port}`, `dbname=${name}`, 'user=vaultd'];
  writeFileSync(
    join(home, '.pg_service.conf'),
    ['[notes]', ...service, `password=${secret}`, `sslrootcert=${ca}`, ''].join('\n'),
  );
  const connect = async (place: { url?: string; service?: string }) => {
    const client = openClient(toAddress(place, { HOME: home }));
    try {
      await client.run((sql) => sql`select 1`);
      return 'connected';
    } catch (thrown) {
      expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain(secret);
      return isVaultError(thrown) ? `${thrown.code}: ${thrown.message}` : String(thrown);
    } finally {
      await client.close();
    }
  };
  const at = (host: string, { port }: { port: number }, query: string, user = 'vaultd') => ({
    url: `postgres://${user}:${secret}@${host}:${port}/${name}${query}`,
  });
  const known = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;
  const untrusted = /^unauthenticated: TLS with the database of the ledger failed/;

  expect(await connect({ service: 'notes' })).toBe('connected');
  expect(await connect(at('localhost', front, known))).toBe('connected');
  expect(await connect(at('127.0.0.1', front, '?sslmode=require'))).toBe('connected');
  expect(front.encrypted).toBe(3);
  expect(await connect(at('127.0.0.1', front, known, 'stranger'))).toBe(
    'unauthenticated: The database of the ledger refuses the user or the password.',
  );
  expect(await connect(at('localhost', front, '?sslmode=verify-full'))).toMatch(untrusted);
  const other = `?sslrootcert=${encodeURIComponent(otherCa)}`;
  expect(await connect(at('localhost', front, other))).toMatch(untrusted);
  expect(await connect(at('localhost', misnamed, known))).toBe('connected');
  expect(await connect(at('127.0.0.1', misnamed, known))).toMatch(untrusted);
  expect(await connect(at('127.0.0.1', plain, '?sslmode=require'))).not.toBe('connected');
  expect(await connect(at('127.0.0.1', plain, '?sslmode=disable'))).toBe('connected');
});

databaseTest('other users of the machine do not see a password among the arguments', async () => {
  const home = freshFolder();
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(join(home, '.s.PGSQL.5432'), resolve));
  const url = `postgres://notes:${secret}@${encodeURIComponent(home)}/postgres`;
  const child = Child.vaultd(['ledger', 'init', '--url', url, '--vault', home], {
    env: { HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shown = () => printed('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)]);
  await child.until(async () => !(await shown()).includes(secret), 'the arguments to be hidden');
  await child.stop();
  await new Promise((resolve) => silent.close(resolve));
  expect(child.lastWords()).not.toContain(secret);
});
