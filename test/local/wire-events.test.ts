import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WireServer, type WireServerOptions } from '../../src/protocols/local/server.ts';
import { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let dir: string;
let path: string;
let server: WireServer;
const clients: RawClient[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wire-'));
  path = join(dir, 'w.sock');
  await serve();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.stop({ graceMs: 0 });
  rmSync(dir, { recursive: true });
});

async function serve(options: WireServerOptions = {}): Promise<void> {
  await server?.stop({ graceMs: 0 });
  server = new WireServer(options);
  await new Promise<void>((resolve) => server.net.listen(path, resolve));
}

async function enter(): Promise<RawClient> {
  const client = await RawClient.connect(path);
  clients.push(client);
  return client;
}

async function subscriber(filter: Record<string, unknown> = {}): Promise<RawClient> {
  const client = await enter();
  await client.call('Subscribe', filter);
  return client;
}

const change = (at: string, vault = 'work') =>
  server.publish({ type: 'NoteChanged', topic: 'notes', data: { vault, path: at } });

/** What the client was told, as short words. */
async function heard(client: RawClient): Promise<string[]> {
  await client.call('Ping');
  return client.lines.splice(0).map((line) => {
    const { type, data } = JSON.parse(line);
    return `${type} ${data.path ?? data.to ?? ''}`.trim();
  });
}

test('48 nothing comes before Subscribe', async () => {
  const client = await enter();
  await client.call('Ping');
  change('a.md');
  expect(await heard(client)).toEqual([]);
});

test('51 a rename is delivered for either path, other paths are not', async () => {
  const client = await subscriber({ path_prefix: 'A/' });
  const data = { vault: 'work', from: 'A/x.md', to: 'B/x.md' };
  server.publish({ type: 'NoteRenamed', topic: 'notes', data });
  change('B/x.md');
  change('A/y.md');
  expect(await heard(client)).toEqual(['NoteRenamed B/x.md', 'NoteChanged A/y.md']);
});

test('52 a prefix means whole names', async () => {
  const client = await subscriber({ path_prefix: 'Pro' });
  change('Projects/a.md');
  change('Pro/a.md');
  change('Pro');
  expect(await heard(client)).toEqual(['NoteChanged Pro/a.md', 'NoteChanged Pro']);
});

test('filters look at topics, types and the vault, and all parts must match', async () => {
  const everything = await subscriber({ topics: ['*'] });
  const unnamed = await subscriber();
  const index = await subscriber({ topics: ['index'] });
  const renames = await subscriber({ events: ['NoteRenamed'] });
  const home = await subscriber({ vault: 'home' });
  change('a.md');
  server.publish({ type: 'IndexReady', topic: 'index', data: { vault: 'home' } });
  server.publish({ type: 'ClientConnected', topic: 'clients', data: { client: 'c9' } });
  server.publish({ type: 'ConfigReloaded', topic: 'config', data: { ok: true } });
  const all = ['NoteChanged a.md', 'IndexReady', 'ClientConnected', 'ConfigReloaded'];
  expect(await heard(everything)).toEqual(all);
  expect(await heard(unnamed)).toEqual(all.filter((name) => name !== 'ClientConnected'));
  expect(await heard(index)).toEqual(['IndexReady']);
  expect(await heard(renames)).toEqual([]);
  expect(await heard(home)).toEqual(['IndexReady', 'ConfigReloaded']);
});

test('a filter of the wrong shape is refused', async () => {
  const client = await enter();
  for (const params of [{ topics: 'notes' }, { events: [1] }, { vault: 5 }, { from_seq: 'x' }, 5]) {
    expect(await client.call('Subscribe', params)).toMatchObject({ error: { code: -32602 } });
  }
});

test('53 overlapping subscriptions deliver an event once', async () => {
  const client = await subscriber();
  await client.call('Subscribe', { path_prefix: 'A' });
  change('A/x.md');
  expect(await heard(client)).toEqual(['NoteChanged A/x.md']);
});

test('54 after Unsubscribe nothing comes', async () => {
  const client = await subscriber();
  await client.call('Subscribe', {});
  expect(await client.call('Unsubscribe', { subscription: 's1' })).toMatchObject({
    result: { removed: 1 },
  });
  expect(await client.call('Unsubscribe', { subscription: 's9' })).toMatchObject({
    result: { removed: 0 },
  });
  expect(await client.call('Unsubscribe')).toMatchObject({ result: { removed: 1 } });
  change('a.md');
  expect(await heard(client)).toEqual([]);
});

test('of waiting events with one key the latest is enough, and that is no loss', async () => {
  await serve({ limits: { eventsQueuedMax: 10, burstEventsMax: 10, slowAfterMs: 5 } });
  const deaf = await subscriber();
  deaf.socket.pause();
  const publish = (name: string, key?: string) =>
    server.publish({
      type: 'NoteChanged',
      topic: 'notes',
      data: { path: name, text: 'x'.repeat(1000) },
      ...(key ? { key } : {}),
    });
  // Fill what the system itself buffers, so that the rest really waits.
  while ((server.clients[0]?.eventsQueued ?? 0) < 10) {
    publish('fill.md');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const dropped = () => server.clients[0]?.eventsDropped ?? 0;
  const before = dropped();
  for (let i = 0; i < 9; i++) publish(`busy-${i}.md`);
  expect(dropped()).toBe(before + 9);
  publish('same.md', 'same');
  for (let i = 0; i < 100; i++) publish('same.md', 'same');
  expect(dropped()).toBe(before + 10);
  deaf.socket.resume();
  await until(() => server.clients[0]?.eventsQueued === 0, 'the rest to be read');
  const names = await heard(deaf);
  expect(names.filter((name) => name.includes('same'))).toHaveLength(1);
  expect(names.filter((name) => name.includes('busy'))).toHaveLength(9);
});

test('57 an unfiltered subscriber sees consecutive numbers, one epoch and UTC times', async () => {
  const client = await subscriber();
  for (let i = 0; i < 1000; i++) change(`${i}.md`);
  await until(() => client.lines.length === 1000, 'all events');
  const data = client.lines.splice(0).map((line) => JSON.parse(line).data);
  expect(data.map(({ seq }) => seq)).toEqual(data.map((_, i) => String(i + 1)));
  expect(new Set(data.map(({ epoch }) => epoch))).toEqual(new Set([server.events.epoch]));
  expect(data[0].at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('older events come again on request, after the answer, once, and before newer ones', async () => {
  await serve({ limits: { replayEventsMax: 5 } });
  for (let i = 1; i <= 8; i++) change(`${i}.md`);
  const client = await enter();
  const { epoch } = server.events;
  expect(await client.call('Subscribe', { from_seq: '3' })).toMatchObject({
    result: { replayed: false, seq: '8' },
  });
  expect(await client.call('Subscribe', { from_seq: '7', epoch: 'other' })).toMatchObject({
    result: { replayed: false },
  });
  await client.call('Unsubscribe');
  client.write(`{"id":1,"method":"Subscribe","params":{"from_seq":"6","epoch":"${epoch}"}}\n`);
  client.write('{"id":2,"method":"Subscribe","params":{"from_seq":"4","path_prefix":"5.md"}}\n');
  client.write('{"id":3,"method":"Subscribe","params":{"from_seq":"4","path_prefix":"7.md"}}\n');
  await client.call('Ping');
  change('9.md');
  await until(() => client.lines.length === 8, 'answers and events');
  const words = client.lines.splice(0).map((line) => {
    const { id, data } = JSON.parse(line);
    return id ?? data.path;
  });
  expect(words).toEqual([1, '6.md', '7.md', '8.md', 2, '5.md', 3, '9.md']);
});

test('59 a client that leaves takes its subscriptions with it', async () => {
  await serve({
    onConnect: ({ id }) => {
      server.publish({ type: 'ClientConnected', topic: 'clients', data: { client: id } });
    },
    onDisconnect: ({ id, subscriptions }) => {
      const data = { client: id, left: subscriptions.size };
      server.publish({ type: 'ClientDisconnected', topic: 'clients', data });
    },
  });
  const watcher = await subscriber({ topics: ['clients'] });
  const leaver = await subscriber();
  leaver.close();
  await until(() => watcher.lines.length === 2, 'both events');
  const [came, went] = watcher.lines.splice(0).map((line) => JSON.parse(line));
  expect(came).toMatchObject({ type: 'ClientConnected', data: { client: 'c2' } });
  expect(went).toMatchObject({ type: 'ClientDisconnected', data: { client: 'c2', left: 0 } });
  expect(await watcher.call('ListClients')).toMatchObject({ result: [{ client: 'c1' }] });
});

test('60 a connect hook that throws turns that client away, and its goodbye runs once', async () => {
  const goodbyes: string[] = [];
  await serve({
    onConnect: async ({ id }) => {
      await Promise.resolve();
      if (id === 'c2') throw new Error('not you');
    },
    onDisconnect: ({ id }) => {
      goodbyes.push(id);
      throw new Error('bad hook');
    },
  });
  const first = await subscriber();
  const second = await enter();
  await second.ended();
  await until(() => goodbyes.length === 1, 'the goodbye');
  expect(goodbyes).toEqual(['c2']);
  change('a.md');
  expect(await heard(first)).toEqual(['NoteChanged a.md']);
});

test('a client is served only when its connect hook is done', async () => {
  let letIn: () => void = () => undefined;
  await serve({
    onConnect: () =>
      new Promise<void>((resolve) => {
        letIn = resolve;
      }),
  });
  const client = await enter();
  client.write('{"id":1,"method":"Ping"}\n');
  await until(() => server.net.listening, 'the server');
  server.broadcast({ type: 'Early', topic: 'x' });
  expect(client.lines).toEqual([]);
  letIn();
  expect(await client.line()).toBe('{"id":1,"result":{"pong":true}}');
});

test('an event that a request causes comes before its answer', async () => {
  server.handle('Edit', async () => {
    await Promise.resolve();
    change('a.md');
    return true;
  });
  const client = await subscriber();
  client.write('{"id":5,"method":"Edit"}\n');
  expect(await client.json()).toMatchObject({ type: 'NoteChanged' });
  expect(await client.line()).toBe('{"id":5,"result":true}');
});

test('Identify gives a client its label in ListClients', async () => {
  const client = await subscriber();
  expect(await client.call('Identify', { name: 'cli', version: '1' })).toMatchObject({
    result: { client: 'c1' },
  });
  const { result } = await client.call('ListClients');
  expect(result).toMatchObject([
    { client: 'c1', name: 'cli', version: '1', subscriptions: 1, queued: 0, dropped: 0 },
  ]);
  expect(await client.call('Identify', {})).toMatchObject({ error: { code: -32602 } });
});
