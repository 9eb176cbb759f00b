import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RawClient } from '../support/raw-client.ts';
import { VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;
const clients: RawClient[] = [];
beforeEach(() => {
  home = new VaultHome({ 'A/x.md': 'one\n', 'B/y.md': 'two\n', 'pic.png': 'not really' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await home.remove();
});

async function enter(subscribe?: Record<string, unknown>): Promise<RawClient> {
  const client = await home.connect();
  clients.push(client);
  if (subscribe !== undefined) await client.call('Subscribe', subscribe);
  return client;
}

/** Sockets of remote protocols in a home: one for each vault that has the protocol. */
function remoteSockets(base: string): number {
  const files = readdirSync(join(base, '.obsidian-remote'), {
    recursive: true,
    withFileTypes: true,
  });
  return files.filter((entry) => entry.isSocket()).length;
}

/** The events that have come so far, without what differs in each run. */
async function heard(client: RawClient): Promise<unknown[]> {
  await client.call('Ping');
  return client.lines.splice(0).map((line) => {
    const { type, data } = JSON.parse(line);
    const { seq, epoch, at, topic, etag, previous_etag, ...rest } = data;
    return { type, ...rest };
  });
}

test('with several vaults one must be named', async () => {
  const other = join(home.base, 'other');
  renameSync(join(home.vault, 'B'), other);
  await home.serve({}, [home.vault, other]);
  const client = await enter();
  expect(await client.call('ReadNote', { path: 'y.md' })).toMatchObject({
    error: { code: -32602, message: 'vault is required' },
  });
  expect(await client.call('ReadNote', { path: 'y.md', vault: 'other' })).toMatchObject({
    result: { content: 'two\n' },
  });
});

test('75 Reload counts at once where it can, and says what needs a restart', async () => {
  await home.serve();
  const client = await enter({ topics: ['config'] });
  home.configure('durability = "rename"\n[clients.guest]\nread_paths = ["A"]\n');
  expect(await client.call('Reload')).toMatchObject({
    result: { reloaded: true, changed: ['durability', 'clients'], restart_needed: ['durability'] },
  });
  home.configure('durability = 5\n');
  expect(await client.call('Reload')).toMatchObject({
    error: { code: -32000, data: { reason: 'config' } },
  });
  expect(await heard(client)).toMatchObject([
    { type: 'ConfigReloaded', ok: true },
    { type: 'ConfigReloaded', ok: false },
  ]);
  await client.call('Identify', { name: 'guest' });
  expect(await client.call('ReadNote', { path: 'B/y.md' })).toMatchObject({
    error: { code: -32005 },
  });
});

test('vaults come and go with the configuration, and nobody is disturbed', async () => {
  const other = join(home.base, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'z.md'), 'zed\n');
  const first = `[[vaults]]\npath = "${home.vault}"\n`;
  const second = `[[vaults]]\npath = "${other}"\nremote = true\n`;
  home.configure(first);
  await home.serve({}, []);
  const client = await enter({ topics: ['config', 'notes'] });
  const reload = async () => (await client.call('Reload')).result;
  const about = { vault: 'other', path: other };
  home.configure(first + second);
  expect(await reload()).toMatchObject({ changed: ['vaults', 'policy'], restart_needed: [] });
  expect(await heard(client)).toMatchObject([
    { type: 'VaultAdded', ...about },
    { type: 'ConfigReloaded', ok: true },
  ]);
  expect(await client.call('ReadNote', { vault: 'other', path: 'z.md' })).toMatchObject({
    result: { content: 'zed\n' },
  });
  await client.call('GetTags', { vault: 'other' });
  writeFileSync(join(other, 'z.md'), 'changed\n');
  await expect
    .poll(() => heard(client))
    .toMatchObject([{ type: 'NoteChanged', vault: 'other', path: 'z.md' }]);
  const locks = () => readdirSync(join(home.base, '.claude/ide')).length;
  const remotes = () => remoteSockets(home.base);
  await expect.poll(locks).toBe(2);
  await expect.poll(remotes).toBe(2);
  // One that cannot be opened changes nothing.
  home.configure(`${first + second}[[vaults]]\npath = "${other}/none"\n`);
  expect(await client.call('Reload')).toMatchObject({ error: { code: -32000 } });
  expect(await client.call('ListVaults')).toMatchObject({ result: [{}, { name: 'other' }] });
  await heard(client);
  home.configure(first);
  expect(await reload()).toMatchObject({ restart_needed: [] });
  expect(await heard(client)).toMatchObject([{ type: 'VaultRemoved', ...about }, {}]);
  expect(await client.call('ReadNote', { vault: 'other', path: 'z.md' })).toMatchObject({
    error: { code: -32002 },
  });
  await expect.poll(locks).toBe(1);
  await expect.poll(remotes).toBe(1);
  home.configure(second + first);
  expect(await reload()).toMatchObject({ restart_needed: ['vaults'] });
  // The default vault stays until a restart, and the other one is served beside it.
  expect(await client.call('ListVaults')).toMatchObject({
    result: [{ name: 'notes' }, { name: 'other' }],
  });
});

test('82 in read-only mode what writes is not there', async () => {
  await home.serve({ OBSIDIAN_READ_ONLY: 'true' });
  const client = await enter();
  expect(await client.call('CreateNote', { path: 'n.md', content: '' })).toMatchObject({
    error: { code: -32601, message: 'method not found: CreateNote' },
  });
  const { result } = await client.call('GetCapabilities');
  expect(result).toMatchObject({ read_only: true });
  expect((result as { methods: string[] }).methods).not.toContain('WriteNote');
});

test('83 what the policy closes is denied with its rule, and told to those who watch', async () => {
  home.configure(`[[vaults]]\npath = "${home.vault}"\nread_paths = ["A"]\n`);
  await home.serve();
  const watcher = await enter({ topics: ['policy', 'notes'] });
  const client = await enter();
  expect(await client.call('ReadNote', { path: 'B/y.md' })).toMatchObject({
    error: { code: -32005, data: { rule: 'outside_read_paths' } },
  });
  expect(await client.call('ExplainPolicy', { path: 'B/y.md', op: 'read' })).toMatchObject({
    result: { allowed: false, rule: 'outside_read_paths' },
  });
  expect(await client.call('ExplainPolicy', { path: 'A/x.md', op: 'delete' })).toMatchObject({
    result: { allowed: true },
  });
  expect(await watcher.json()).toMatchObject({
    type: 'PolicyDenied',
    data: { vault: 'notes', op: 'read', rule: 'outside_read_paths', door: 'local' },
  });
});

test('a client that sees a part hears a note that left it as deleted, and one that came as created', async () => {
  home.configure('[clients.guest]\nread_paths = ["A"]\n');
  await home.serve();
  const [owner, guest, late] = [await enter({ topics: ['notes'] }), await enter(), await enter()];
  for (const each of [guest, late]) await each.call('Identify', { name: 'guest' });
  await guest.call('Subscribe', { topics: ['notes'], events: ['NoteDeleted', 'NoteCreated'] });
  await owner.call('RenameNote', { path: 'A/x.md', to: 'B/x.md' });
  await owner.call('RenameNote', { path: 'B/y.md', to: 'A/y.md' });
  await owner.call('RenameNote', { path: 'B/x.md', to: 'B/z.md' });
  expect(await heard(owner)).toMatchObject([
    { type: 'NoteRenamed', from: 'A/x.md', to: 'B/x.md' },
    { type: 'NoteRenamed', from: 'B/y.md', to: 'A/y.md' },
    { type: 'NoteRenamed', from: 'B/x.md', to: 'B/z.md' },
  ]);
  const seen = [
    { type: 'NoteDeleted', vault: 'notes', path: 'A/x.md', origin: expect.anything() },
    { type: 'NoteCreated', vault: 'notes', path: 'A/y.md', origin: expect.anything() },
  ];
  expect(await heard(guest)).toEqual(seen);
  // Who comes later and asks for what has been hears the same.
  await late.call('Subscribe', { topics: ['notes'], from_seq: '1' });
  expect(await heard(late)).toEqual(seen);
});

test('69 71 a second vaultd gives way to the first, which ends as the wire wants it', async () => {
  const child = await home.serve();
  const { exitCode, stderr } = await home.runAlone(['serve', home.vault]);
  expect([exitCode, stderr]).toEqual([
    3,
    `vaultd: Already running (pid ${child.pid}). It serves notes.\nSee vaultd status.\n`,
  ]);
  const client = await enter();
  child.kill('SIGTERM');
  expect(await client.json()).toMatchObject({ type: 'ShuttingDown', data: { reason: 'signal' } });
  await client.ended();
  client.close();
  expect(await child.exited()).toBe(0);
});

test('65 vaultd starts again after kill -9', async () => {
  const child = await home.serve();
  await child.stop('SIGKILL');
  writeFileSync(join(home.runtime, 'probe'), '');
  await home.serve();
  await expect
    .poll(async () => (await (await enter()).call('Ping')).result)
    .toEqual({ pong: true });
});
