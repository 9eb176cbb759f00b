import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RawClient } from '../support/raw-client.ts';
import { VaultHome } from '../support/vault-daemon.ts';

/** A vault that nobody changes. */
const reading = new VaultHome({
  'A/x.md': 'one\n',
  'B/y.md': 'two\n',
  'C/links.md':
    '---\nstatus: open\naliases: [Ex]\n---\nSee [[y]] and [[nowhere]] #garden/bed\nmore garden\n',
  'pic.png': 'not really',
});
/** One in which each test has its own notes. */
const linking = Array.from({ length: 200 }, (_, number) => [`steps/${number}.md`, '[[target]]']);
const changing = new VaultHome({
  '49/x.md': 'one\n',
  '50/x.md': 'one\n',
  '51/x.md': 'one\n',
  'B/y.md': 'two\n',
  'made/x.md': 'one\n',
  'etag/x.md': 'one\n',
  'steps/target.md': '',
  ...Object.fromEntries(linking),
});
const clients: RawClient[] = [];
beforeAll(() => Promise.all([reading.serve(), changing.serve()]));
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => Promise.all([reading.remove(), changing.remove()]));

async function enter(home: VaultHome, subscribe?: Record<string, unknown>): Promise<RawClient> {
  const client = await home.connect();
  clients.push(client);
  if (subscribe !== undefined) await client.call('Subscribe', subscribe);
  return client;
}

/** Everything that happened on disk so far is known now. */
async function indexed(client: RawClient): Promise<void> {
  await client.call('GetTags');
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

test('50 an edit through the protocol is one event, with its origin, before the answer', async () => {
  const client = await enter(changing, { topics: ['notes'] });
  await client.call('Identify', { name: 'tester' });
  client.write('{"id":1,"method":"WriteNote","params":{"path":"50/x.md","content":"new"}}\n');
  const event = await client.json();
  expect(event).toMatchObject({
    type: 'NoteChanged',
    data: { vault: 'notes', path: '50/x.md', origin: { protocol: 'local', client: 'tester' } },
  });
  const { result } = await client.json();
  expect(result).toMatchObject({ path: '50/x.md' });
  expect(await heard(client)).toEqual([]);
});

test('49 an edit from outside is one event, and says so', async () => {
  const client = await enter(changing, { topics: ['notes'] });
  await indexed(client);
  changing.write({ '49/x.md': 'edited elsewhere\n' });
  expect(await client.json()).toMatchObject({
    type: 'NoteChanged',
    data: { vault: 'notes', path: '49/x.md', origin: 'external' },
  });
  await indexed(client);
  expect(await heard(client)).toEqual([]);
});

test('51 a rename outside is told to those who watch either folder', async () => {
  const client = await enter(changing, { topics: ['notes'], path_prefix: '51/' });
  await indexed(client);
  renameSync(join(changing.vault, '51/x.md'), join(changing.vault, 'B/x.md'));
  expect(await client.json()).toMatchObject({
    type: 'NoteRenamed',
    data: { from: '51/x.md', to: 'B/x.md' },
  });
  changing.write({ 'B/y.md': 'changed\n' });
  await indexed(client);
  expect(await heard(client)).toEqual([]);
});

test('Search, GetLinks, GetBacklinks, GetTags, GetProperties and ResolveName answer', async () => {
  const client = await enter(reading);
  const result = async (method: string, params: unknown) =>
    (await client.call(method, params)).result;
  expect(await result('Search', { query: 'more garden' })).toMatchObject({
    hits: [
      {
        path: 'C/links.md',
        matches: [{ line: 5 }, { line: 6, start: 0, end: 4, text: 'more garden' }, {}],
      },
    ],
    total: 1,
    truncated: false,
  });
  expect(await result('Search', { query: 'gard.n$', mode: 'regex', context: 1 })).toMatchObject({
    hits: [{ path: 'C/links.md', matches: [{ line: 6 }] }],
  });
  expect(await result('Search', { query: 'garden', mode: 'ranked' })).toMatchObject({
    hits: [{ path: 'C/links.md', score: expect.any(Number) }],
  });
  expect(
    await result('Search', { query: 'garden -path:B', mode: 'obsidian', match_case: true }),
  ).toMatchObject({ hits: [{ path: 'C/links.md' }], total: 1 });
  expect(await result('GetLinks', { path: 'C/links.md' })).toEqual({
    links: [
      { path: 'B/y.md', target: 'y', line: 5, resolved: true },
      { target: 'nowhere', line: 5, resolved: false },
    ],
  });
  expect(await result('GetBacklinks', { path: 'B/y.md' })).toEqual({
    links: [{ path: 'C/links.md', target: 'y', line: 5, resolved: true }],
  });
  expect(await result('GetTags', {})).toEqual({
    tags: [
      { tag: 'garden', count: 1, notes: 1 },
      { tag: 'garden/bed', count: 1, notes: 1 },
    ],
  });
  expect(await result('GetTags', { path: 'C/links.md' })).toEqual({
    tags: [{ tag: 'garden/bed', count: 1 }],
  });
  expect(await result('GetProperties', { path: 'C/links.md' })).toEqual({
    properties: { status: 'open', aliases: ['Ex'] },
  });
  expect(await result('ResolveName', { name: 'y' })).toEqual({ path: 'B/y.md', by: 'name' });
  expect(await result('ResolveName', { name: 'Ex' })).toEqual({ path: 'C/links.md', by: 'alias' });
});

test('Reindex is a job that tells about its progress', async () => {
  const client = await enter(reading, { topics: ['index'] });
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
    { type: 'IndexReady', job: 'j1', done: 3, total: 3 },
  ]);
  expect(await client.call('Cancel', { job: 'j1' })).toMatchObject({
    result: { cancelled: false },
  });
});

test('those who ask for it hear how far a change of many files is', async () => {
  const [curious, other] = [
    await enter(changing, { topics: ['steps'] }),
    await enter(changing, {}),
  ];
  const { client } = (await curious.call('Identify', { name: 'me' })).result as { client: string };
  await curious.call('RenameNote', { path: 'steps/target.md', to: 'steps/moved.md' });
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
  const client = await enter(changing, { topics: ['notes'] });
  await client.call('CreateNote', { path: 'n.md', content: '' });
  await client.call('DeleteNote', { path: 'n.md' });
  await client.call('DeleteNote', { path: 'made/x.md', permanent: true });
  expect(await heard(client)).toMatchObject([
    { type: 'NoteCreated', path: 'n.md' },
    { type: 'NoteDeleted', path: 'n.md', trash_path: '.trash/n.md' },
    { type: 'NoteDeleted', path: 'made/x.md' },
  ]);
});

test('a note is read with its etag, and written only if it still has it', async () => {
  const client = await enter(changing);
  const { result } = await client.call('ReadNote', { path: 'etag/x.md' });
  expect(result).toMatchObject({ path: 'etag/x.md', content: 'one\n', size: 4 });
  const { etag } = result as { etag: string };
  const written = await client.call('WriteNote', {
    path: 'etag/x.md',
    content: '2',
    if_match: etag,
  });
  expect(written).toMatchObject({ result: { previous_etag: etag } });
  const again = await client.call('WriteNote', { path: 'etag/x.md', content: '3', if_match: etag });
  expect(again).toMatchObject({ error: { code: -32009 } });
});

test('failures have their numbers', async () => {
  const client = await enter(reading);
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
  const client = await enter(reading);
  const { result: first } = await client.call('ListFiles', { recursive: true, limit: 2 });
  expect(first).toMatchObject({ files: [{ path: 'A/x.md', size: 4 }, { path: 'B/y.md' }] });
  const { cursor } = first as { cursor: string };
  const { result: rest } = await client.call('ListFiles', { recursive: true, limit: 2, cursor });
  expect(rest).toMatchObject({ files: [{ path: 'C/links.md' }, { path: 'pic.png' }] });
  expect(rest).not.toHaveProperty('cursor');
  const { result: notes } = await client.call('ListFiles', { ext: 'png' });
  expect(notes).toMatchObject({ files: [{ path: 'pic.png' }] });
});

test('ListVaults, GetVault, GetStatus and GetCapabilities say what is served', async () => {
  const client = await enter(reading);
  const vault = { name: 'notes', path: reading.vault, notes: 3, files: 4, read_only: false };
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
