import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toKeyDigest, writeKeyRecords } from '../../src/protocols/rest/keys.ts';
import { keyNamed, outcomeOf, RestHome, secretOf } from '../support/rest.ts';

const put = { 'content-type': 'text/markdown' };

test('15 the key can be carried by another header', async () => {
  const home = await RestHome.open({ files: {}, settings: { keyHeader: 'x-vault-key' } });
  const bearer = `Bearer ${secretOf('k')}`;
  const anyone = home.client(null);
  expect(outcomeOf(await anyone.get('/vault/', { authorization: bearer }))).toBe('401/40101');
  expect(outcomeOf(await anyone.get('/vault/', { 'X-Vault-Key': bearer }))).toBe('200');
});

test('16 a read-only key reads, and what it is refused is in the list of activity', async () => {
  const home = await RestHome.open({
    files: { 'a.md': 'old\n' },
    keys: [keyNamed('reader', { read_only: true })],
  });
  const client = home.client('reader');
  expect(outcomeOf(await client.get('/vault/a.md'))).toBe('200');
  expect(outcomeOf(await client.send('PUT', '/vault/a.md', 'new', put))).toBe('403/40300');
  expect(readFileSync(join(home.root, 'a.md'), 'utf8')).toBe('old\n');
  expect(home.sessions.denials.list()).toMatchObject([
    { protocol: 'rest', client: 'reader', path: 'a.md' },
  ]);
});

test('attempts to leave the vault are in the list of activity', async () => {
  const home = await RestHome.open({ files: { 'a.md': '' } });
  const client = home.client();
  expect(outcomeOf(await client.get('/vault/..%2f..%2fetc%2fpasswd'))).toBe('400/40021');
  for (const destination of ['../b.md', '/etc/b.md']) {
    const moved = await client.send('MOVE', '/vault/a.md', '', { destination });
    expect(outcomeOf(moved)).toBe('400/40021');
  }
  expect(home.sessions.denials.list()).toMatchObject([
    { protocol: 'rest', client: 'k', operation: 'file.move', path: '/etc/b.md' },
    { protocol: 'rest', client: 'k', operation: 'MOVE /vault', path: '../b.md' },
    { protocol: 'rest', client: 'k', operation: 'GET /vault', path: '../../etc/passwd' },
  ]);
});

test('17, 226 a key reads and writes only below its folders', async () => {
  const home = await RestHome.open({
    files: { 'a.md': '#one\n', 'inbox/b.md': '#two\n' },
    keys: [keyNamed('writer', { write: ['inbox'] }), keyNamed('half', { read: ['inbox'] })],
  });
  const writer = home.client('writer');
  expect(outcomeOf(await writer.send('PUT', '/vault/a.md', 'x', put))).toBe('403/40300');
  expect(outcomeOf(await writer.send('PUT', '/vault/inbox/c.md', 'x', put))).toBe('204');
  const half = home.client('half');
  expect(outcomeOf(await half.get('/vault/a.md'))).toBe('403/40300');
  expect((await half.get('/vault/')).json).toEqual({ files: ['inbox/'] });
  expect((await half.get('/tags/')).json).toEqual({ tags: [{ name: 'two', count: 1 }] });
});

test('18 the key chooses the vault', async () => {
  const home = await RestHome.open({
    files: { 'first.md': '' },
    others: { 'second.md': '' },
    keys: [keyNamed('k'), keyNamed('w', { vault: 'W' }), keyNamed('gone', { vault: 'X' })],
  });
  expect((await home.client('k').get('/vault/')).json).toEqual({ files: ['first.md'] });
  expect((await home.client('w').get('/vault/')).json).toEqual({ files: ['second.md'] });
  expect(outcomeOf(await home.client('w').get('/vault/first.md'))).toBe('404/40400');
  expect(outcomeOf(await home.client('gone').get('/vault/'))).toBe('503/50300');
});

test('19 an expired key is no key', async () => {
  const home = await RestHome.open({
    files: {},
    keys: [keyNamed('k', { expires: '2020-01-01T00:00:00Z' })],
  });
  expect(outcomeOf(await home.client().get('/vault/'))).toBe('401/40101');
});

test('20 who tries many keys has to wait, and nobody else', async () => {
  const home = await RestHome.open({ files: {} });
  for (let tried = 0; tried < 20; tried++) {
    expect(outcomeOf(await home.client(`wrong ${tried}`).get('/vault/'))).toBe('401/40101');
  }
  const late = await home.client('wrong').get('/vault/');
  expect(outcomeOf(late)).toBe('429/42901');
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(outcomeOf(await home.client('wrong').get('/'))).toBe('429/42901');
  expect(outcomeOf(await home.client().get('/vault/'))).toBe('200');
  expect(outcomeOf(await home.client(null).get('/vault/'))).toBe('401/40101');
  home.clock.ms += 61_000;
  expect(outcomeOf(await home.client('wrong').get('/vault/'))).toBe('401/40101');
});

test('keys that a command adds and removes count from the next request on', async () => {
  const home = await RestHome.open({ files: {}, keys: [] });
  const file = join(home.stateDir, 'rest/keys.json');
  const record = {
    name: 'later',
    vault: 'V',
    read_only: false,
    commands: false,
    generation: 5 as const,
    digest: toKeyDigest(secretOf('later')),
  };
  expect(outcomeOf(await home.client('later').get('/vault/'))).toBe('401/40101');
  writeKeyRecords(file, [record]);
  expect(outcomeOf(await home.client('later').get('/vault/'))).toBe('200');
  expect(home.sessions.list()).toMatchObject([{ caller: { protocol: 'rest', client: 'later' } }]);
  writeKeyRecords(file, [{ ...record, read_only: true }]);
  const refused = await home.client('later').send('PUT', '/vault/x.md', 'x', put);
  expect(outcomeOf(refused)).toBe('403/40300');
  writeKeyRecords(file, []);
  expect(outcomeOf(await home.client('later').get('/vault/'))).toBe('401/40101');
  expect(home.sessions.list()).toEqual([]);
});
