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

/** Everything that happened on disk so far is known now. */
async function indexed(client: RawClient): Promise<void> {
  await client.call('GetTags');
}

/** Sockets of remote doors in a home: one for each vault that has the door. */
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

test('50 an edit through the door is one event, with its origin, before the answer', async () => {
  await home.serve();
  const client = await enter({ topics: ['notes'] });
  await client.call('Identify', { name: 'tester' });
  client.write('{"id":1,"method":"WriteNote","params":{"path":"A/x.md","content":"new"}}\n');
  const event = await client.json();
  expect(event).toMatchObject({
    type: 'NoteChanged',
    data: { vault: 'notes', path: 'A/x.md', origin: { door: 'local', client: 'tester' } },
  });
  const { result } = await client.json();
  expect(result).toMatchObject({ path: 'A/x.md' });
  expect(await heard(client)).toEqual([]);
});

test('49 an edit from outside is one event, and says so', async () => {
  await home.serve();
  const client = await enter({ topics: ['notes'] });
  await indexed(client);
  home.write({ 'A/x.md': 'edited elsewhere\n' });
  expect(await client.json()).toMatchObject({
    type: 'NoteChanged',
    data: { vault: 'notes', path: 'A/x.md', origin: 'external' },
  });
  await indexed(client);
  expect(await heard(client)).toEqual([]);
});

test('51 a rename outside is told to those who watch either folder', async () => {
  await home.serve();
  const client = await enter({ topics: ['notes'], path_prefix: 'A/' });
  await indexed(client);
  renameSync(join(home.vault, 'A/x.md'), join(home.vault, 'B/x.md'));
  expect(await client.json()).toMatchObject({
    type: 'NoteRenamed',
    data: { from: 'A/x.md', to: 'B/x.md' },
  });
  home.write({ 'B/y.md': 'changed\n' });
  await indexed(client);
  expect(await heard(client)).toEqual([]);
});

test('Search, GetLinks, GetBacklinks, GetTags, GetProperties and ResolveName answer', async () => {
  home.write({
    'A/x.md':
      '---\nstatus: open\naliases: [Ex]\n---\nSee [[y]] and [[nowhere]] #garden/bed\nmore garden\n',
  });
  await home.serve();
  const client = await enter();
  const result = async (method: string, params: unknown) =>
    (await client.call(method, params)).result;
  expect(await result('Search', { query: 'more garden' })).toMatchObject({
    hits: [
      {
        path: 'A/x.md',
        matches: [{ line: 5 }, { line: 6, start: 0, end: 4, text: 'more garden' }, {}],
      },
    ],
    total: 1,
    truncated: false,
  });
  expect(await result('Search', { query: 'gard.n$', mode: 'regex', context: 1 })).toMatchObject({
    hits: [{ path: 'A/x.md', matches: [{ line: 6 }] }],
  });
  expect(await result('Search', { query: 'garden', mode: 'ranked' })).toMatchObject({
    hits: [{ path: 'A/x.md', score: expect.any(Number) }],
  });
  expect(
    await result('Search', { query: 'garden -path:B', mode: 'obsidian', match_case: true }),
  ).toMatchObject({ hits: [{ path: 'A/x.md' }], total: 1 });
  expect(await result('GetLinks', { path: 'A/x.md' })).toEqual({
    links: [
      { path: 'B/y.md', target: 'y', line: 5, resolved: true },
      { target: 'nowhere', line: 5, resolved: false },
    ],
  });
  expect(await result('GetBacklinks', { path: 'B/y.md' })).toEqual({
    links: [{ path: 'A/x.md', target: 'y', line: 5, resolved: true }],
  });
  expect(await result('GetTags', {})).toEqual({
    tags: [
      { tag: 'garden', count: 1, notes: 1 },
      { tag: 'garden/bed', count: 1, notes: 1 },
    ],
  });
  expect(await result('GetTags', { path: 'A/x.md' })).toEqual({
    tags: [{ tag: 'garden/bed', count: 1 }],
  });
  expect(await result('GetProperties', { path: 'A/x.md' })).toEqual({
    properties: { status: 'open', aliases: ['Ex'] },
  });
  expect(await result('ResolveName', { name: 'y' })).toEqual({ path: 'B/y.md', by: 'name' });
  expect(await result('ResolveName', { name: 'Ex' })).toEqual({ path: 'A/x.md', by: 'alias' });
});

test('Reindex is a job that tells about its progress', async () => {
  await home.serve();
  const client = await enter({ topics: ['index'] });
  await indexed(client);
  client.lines.length = 0;
  const { result } = await client.call('Reindex');
  expect(result).toEqual({ job: 'j1' });
  // The first reading of the vault may still be telling of itself.
  await expect.poll(() => client.lines.filter((line) => line.includes('"j1"')).length).toBe(2);
  const told = (await heard(client)).map((event) => JSON.stringify(event));
  expect(
    told.filter((event) => event.includes('"j1"')).map((event) => JSON.parse(event)),
  ).toMatchObject([
    { type: 'IndexStarted', vault: 'notes', job: 'j1' },
    { type: 'IndexReady', job: 'j1', done: 2, total: 2 },
  ]);
  expect(await client.call('Cancel', { job: 'j1' })).toMatchObject({
    result: { cancelled: false },
  });
});

test('those who ask for it hear how far a change of many files is', async () => {
  const linking = Array.from({ length: 200 }, (_, number) => [`n/${number}.md`, '[[y]]']);
  home.write(Object.fromEntries(linking));
  await home.serve();
  const [curious, other] = [await enter({ topics: ['steps'] }), await enter({})];
  const { client } = (await curious.call('Identify', { name: 'me' })).result as { client: string };
  await curious.call('RenameNote', { path: 'B/y.md', to: 'B/z.md' });
  const told = await heard(curious);
  expect(told[0]).toEqual({
    type: 'StepProgress',
    client,
    method: 'RenameNote',
    stage: 'planning',
    done: 64,
    total: 201,
  });
  expect(await heard(other)).not.toContainEqual(expect.objectContaining({ type: 'StepProgress' }));
});

test('notes made, moved to the trash and removed for good are told apart', async () => {
  await home.serve();
  const client = await enter({ topics: ['notes'] });
  await client.call('CreateNote', { path: 'n.md', content: '' });
  await client.call('DeleteNote', { path: 'n.md' });
  await client.call('DeleteNote', { path: 'A/x.md', permanent: true });
  expect(await heard(client)).toMatchObject([
    { type: 'NoteCreated', path: 'n.md' },
    { type: 'NoteDeleted', path: 'n.md', trash_path: '.trash/n.md' },
    { type: 'NoteDeleted', path: 'A/x.md' },
  ]);
});

test('a note is read with its etag, and written only if it still has it', async () => {
  await home.serve();
  const client = await enter();
  const { result } = await client.call('ReadNote', { path: 'A/x.md' });
  expect(result).toMatchObject({ path: 'A/x.md', content: 'one\n', size: 4 });
  const { etag } = result as { etag: string };
  const written = await client.call('WriteNote', { path: 'A/x.md', content: '2', if_match: etag });
  expect(written).toMatchObject({ result: { previous_etag: etag } });
  const again = await client.call('WriteNote', { path: 'A/x.md', content: '3', if_match: etag });
  expect(again).toMatchObject({ error: { code: -32009 } });
});

test('failures have their numbers', async () => {
  await home.serve();
  const client = await enter();
  const fails = async (method: string, params: unknown, code: number) =>
    expect(await client.call(method, params)).toMatchObject({ error: { code } });
  await fails('ReadNote', { path: 'none.md' }, -32003);
  await fails('ReadNote', { path: '../x.md' }, -32602);
  await fails('ReadNote', {}, -32602);
  await fails('ReadNote', 'A/x.md', -32602);
  await fails('ReadNote', { path: 'A' }, -32000);
  await fails('ReadNote', { path: 'A/x.md', vault: 'other' }, -32002);
  await fails('CreateNote', { path: 'A/x.md', content: '' }, -32009);
  await fails('ReadNote', { path: '.obsidian/app.json' }, -32005);
  await fails('SetLogLevel', { level: 'loud' }, -32602);
});

test('files are listed page by page', async () => {
  await home.serve();
  const client = await enter();
  const { result: first } = await client.call('ListFiles', { recursive: true, limit: 2 });
  expect(first).toMatchObject({ files: [{ path: 'A/x.md', size: 4 }, { path: 'B/y.md' }] });
  const { cursor } = first as { cursor: string };
  const { result: rest } = await client.call('ListFiles', { recursive: true, limit: 2, cursor });
  expect(rest).toMatchObject({ files: [{ path: 'pic.png' }] });
  expect(rest).not.toHaveProperty('cursor');
  const { result: notes } = await client.call('ListFiles', { ext: 'png' });
  expect(notes).toMatchObject({ files: [{ path: 'pic.png' }] });
});

test('ListVaults, GetVault, GetStatus and GetCapabilities say what is served', async () => {
  await home.serve();
  const client = await enter();
  const vault = { name: 'notes', path: home.vault, notes: 2, files: 3, read_only: false };
  expect(await client.call('ListVaults')).toMatchObject({ result: [vault] });
  expect(await client.call('GetVault')).toMatchObject({
    result: { ...vault, settings: { new_link_format: 'shortest', trash_option: 'system' } },
  });
  expect(await client.call('GetStatus')).toMatchObject({
    result: { running: true, vaults: ['notes'], clients: 1, protocol: 1 },
  });
  const { result } = await client.call('GetCapabilities');
  const { methods, topics } = result as { methods: string[]; topics: string[] };
  expect(methods).toEqual(expect.arrayContaining(['Ping', 'ReadNote', 'CreateNote', 'Subscribe']));
  expect(topics).toEqual(expect.arrayContaining(['notes', 'files', 'index', 'policy']));
});

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
  expect(await client.call('ReadNote', { path: 'A/x.md' })).toMatchObject({
    result: { content: 'one\n' },
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

test('71 vaultd itself ends as the wire wants it', async () => {
  const child = await home.serve();
  const client = await enter();
  child.kill('SIGTERM');
  expect(await client.json()).toMatchObject({ type: 'ShuttingDown', data: { reason: 'signal' } });
  await client.ended();
  client.close();
  await expect.poll(() => child.exitCode).toBe(0);
});

test('69 a second vaultd gives way to the first', async () => {
  const child = await home.serve();
  const { exitCode, stderr } = await home.run(['serve', home.vault]);
  expect([exitCode, stderr]).toEqual([3, `vaultd: Already running (pid ${child.pid}).\n`]);
});

test('65 vaultd starts again after kill -9', async () => {
  const child = await home.serve();
  child.kill('SIGKILL');
  await expect.poll(() => child.signalCode).toBe('SIGKILL');
  writeFileSync(join(home.runtime, 'probe'), '');
  await home.serve();
  await expect
    .poll(async () => (await (await enter()).call('Ping')).result)
    .toEqual({ pong: true });
});
