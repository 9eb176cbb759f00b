import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freshFolder } from '../../test/support/folder.ts';
import { loadedWith } from '../../test/support/static-imports.ts';
import { isVaultError } from '../contract/errors.ts';
import { findPassword, parseLedgerUrl } from '../engine/store/ledger/postgres/address.ts';
import { toAddress } from './ledger.ts';
import { addVault, setLedger } from './vault-list.ts';

const parse = (url: string) => parseLedgerUrl(url, (file) => `text of ${file}`);

test('an address has several hosts, a socket, and TLS as libpq names it', () => {
  expect(parse('postgres://u:p%40w@a:1,b/notes?sslmode=verify-full')).toEqual({
    hosts: ['a', 'b'],
    ports: [1, 5432],
    database: 'notes',
    user: 'u',
    password: 'p@w',
    tls: 'verified',
  });
  expect(parse('postgresql:///d?host=/run/pg&port=7')).toMatchObject({
    hosts: ['/run/pg'],
    ports: [7],
  });
  expect(parse('postgres://u@%2Ftmp%2Fx:9/d')).toMatchObject({ hosts: ['/tmp/x'], ports: [9] });
  expect(parse('postgres://[::1]:8/d?sslrootcert=ca.pem')).toMatchObject({
    hosts: ['::1'],
    tls: { ca: 'text of ca.pem' },
  });
});

test('an address that leaves something open is refused', () => {
  for (const url of [
    'http://a/b',
    'postgres://a',
    'postgres://a/b?sslmode=prefer',
    'postgres://a/%zz',
  ]) {
    expect(() => parse(url)).toThrowError(/address of the ledger is wrong/);
  }
});

test('the login comes from the files of libpq', () => {
  const home = freshFolder();
  writeFileSync(join(home, '.pgpass'), '# all\nother:*:*:*:no\ndb:5432:*:me:se\\:cret\n');
  writeFileSync(
    join(home, '.pg_service.conf'),
    '[x]\nhost=other\n[notes]\nhost=db\ndbname=d\nuser=me\n',
  );
  const address = toAddress({ service: 'notes' }, { HOME: home });
  expect(address).toMatchObject({ hosts: ['db'], database: 'd', user: 'me', password: 'se:cret' });
  expect(findPassword('', address)).toBeUndefined();
  try {
    toAddress({ service: 'missing' }, { HOME: home });
    expect.unreachable();
  } catch (thrown) {
    expect(isVaultError(thrown) && thrown.code).toBe('invalid-input');
  }
});

test('the configuration gets and loses the ledger of a vault, and keeps the rest', () => {
  const home = freshFolder();
  const env = { HOME: home, VAULTD_CONFIG: join(home, 'config.toml') };
  for (const name of ['a', 'b']) mkdirSync(join(home, name));
  addVault(env, join(home, 'a'), undefined);
  addVault(env, join(home, 'b'), 'second');
  const before = readFileSync(env.VAULTD_CONFIG, 'utf8');
  setLedger(env, join(home, 'b'), { id: 'x', url: 'postgres://h/d' });
  const text = readFileSync(env.VAULTD_CONFIG, 'utf8');
  expect(text).toContain('[[vaults]]\nledger = { id = "x", url = "postgres://h/d" }\n');
  expect(text.indexOf('ledger')).toBeGreaterThan(text.lastIndexOf('[[vaults]]'));
  setLedger(env, join(home, 'b'), undefined);
  expect(readFileSync(env.VAULTD_CONFIG, 'utf8')).toBe(before);
});

test('without a ledger no code for PostgreSQL is loaded', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { programs, engine, server, entries } = JSON.parse(
    readFileSync(join(root, 'scripts/entries.json'), 'utf8'),
  );
  const sources = Object.values<string>({ ...programs, ...engine, ...server, ...entries });
  const loaded = loadedWith(sources.map((source) => resolve(root, source)));
  expect(loaded).toContain('zod');
  expect(
    [...loaded].filter((each) => /postgres|daemon.ledger(-commands)?\.ts$/.test(each)),
  ).toEqual([]);
});
