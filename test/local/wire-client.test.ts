import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/protocols/local/client/client.ts';
import { connect } from '../../src/protocols/local/client/connect.ts';
import { DaemonHome } from '../support/child-daemon.ts';
import { until } from '../support/until.ts';

let home: DaemonHome;
let client: Client | undefined;
beforeEach(() => {
  home = new DaemonHome();
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await home.remove();
});

const quick = { minMs: 5, maxMs: 50 };
async function enter(): Promise<Client> {
  client = await connect({ socket: home.file('sock'), reconnect: quick });
  return client;
}

async function restart(): Promise<void> {
  const running = home.children.at(-1);
  running?.process.kill('SIGKILL');
  await running?.exited();
  await home.start();
}

test('58 after a restart the client says what it lost and hears the new daemon', async () => {
  await home.start();
  const me = await enter();
  const lost: string[] = [];
  me.on('lost', ({ reason }) => lost.push(reason));
  const subscription = await me.subscribe({ topics: ['ticks'] });
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const { data } of subscription) seen.push(data);
  })();
  await me.call('Publish', { count: 1 });
  await until(() => seen.length === 1, 'the first tick');
  await restart();
  await until(() => lost.length === 1, 'the loss');
  expect(lost).toEqual(['restart']);
  await me.call('Publish', { count: 2 });
  await until(() => seen.length === 3, 'the ticks of the new daemon');
  const epochs = seen.map((data) => (data as { epoch: string }).epoch);
  expect(new Set(epochs).size).toBe(2);
  await subscription.close();
  await reading;
});

test('a lost connection to the same daemon is bridged without loss', async () => {
  await home.start();
  const me = await enter();
  const lost: string[] = [];
  const back: number[] = [];
  me.on('lost', ({ reason }) => lost.push(reason));
  me.on('reconnected', ({ attempts }) => back.push(attempts));
  const subscription = await me.subscribe({ topics: ['ticks'] });
  const other = await connect({ socket: home.file('sock') });
  await me.call('Publish', { count: 1 });
  // A line too long makes the daemon hang up on this one connection.
  const cut = me.call('Ping', 'x'.repeat(17 * 1024 * 1024), { idempotent: false });
  await expect(cut).rejects.toThrow('lost');
  await other.call('Publish', { count: 5 });
  await until(() => back.length === 1, 'the client to be back');
  await other.call('Publish', { count: 1 });
  const seqs: number[] = [];
  for await (const { type, data } of subscription) {
    expect(type).toBe('Tick');
    seqs.push((data as { n: number }).n);
    if (seqs.length === 7) break;
  }
  expect(seqs).toEqual([0, 0, 1, 2, 3, 4, 0]);
  expect(lost).toEqual([]);
  await other.close();
});

test('78 a call that takes too long is given up, its late answer is ignored', async () => {
  await home.start();
  const me = await enter();
  const slow = me.call('Slow', { ms: 150 }, { timeoutMs: 50 });
  await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await me.call('Slow', { ms: 150 })).toBe('slept');
});

test('a call can be aborted', async () => {
  await home.start();
  const me = await enter();
  const abort = new AbortController();
  const slow = me.call('Hang', undefined, { signal: abort.signal });
  abort.abort();
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
  await expect(me.call('Ping', undefined, { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await me.ping();
});

test('79 a call that may have run is not repeated', async () => {
  const first = await home.start();
  const me = await enter();
  const slow = me.call('Slow', { ms: 60_000 });
  await until(() => home.diary().length === 1, 'the call to begin');
  first.process.kill('SIGKILL');
  await expect(slow).rejects.toMatchObject({ name: 'ConnectionClosedError', sent: true });
  await first.exited();
  await home.start();
  await me.ping();
  expect(readFileSync(home.diaryFile, 'utf8')).toBe('begin\n');
});

test('79 a call that does no harm twice is repeated', async () => {
  const first = await home.start();
  const me = await enter();
  const slow = me.call('Slow', { ms: 500 }, { idempotent: true });
  await until(() => home.diary().length === 1, 'the call to begin');
  first.process.kill('SIGKILL');
  await first.exited();
  await home.start();
  expect(await slow).toBe('slept');
  expect(home.diary()).toEqual(['begin', 'begin']);
});

test('80 a client survives the restart of its daemon', async () => {
  await home.start();
  const me = await enter();
  await me.ping();
  await restart();
  await me.ping();
});

test('without a daemon connecting fails with a code, unless it may start one', async () => {
  await expect(enter()).rejects.toMatchObject({ code: 'DAEMON_NOT_RUNNING' });
  client = await connect({
    socket: home.file('sock'),
    autoStart: async () => {
      await home.start();
    },
  });
  await client.ping();
});

test('errors of the daemon arrive with code, message and data', async () => {
  await home.start();
  const me = await enter();
  await expect(me.call('Nope')).rejects.toMatchObject({
    name: 'RpcError',
    code: -32601,
    message: 'method not found: Nope',
  });
  expect(await me.status()).toMatchObject({ running: true, protocol: 1 });
});

test('an iterator that is read too slowly keeps the latest and says so', async () => {
  await home.start();
  client = await connect({ socket: home.file('sock'), eventBuffer: 10 });
  let lost = 0;
  client.on('lost', ({ count }) => {
    lost += count ?? 0;
  });
  const subscription = await client.subscribe({ topics: ['ticks'] });
  await client.call('Publish', { count: 100 });
  expect(lost).toBe(90);
  const first = await subscription[Symbol.asyncIterator]().next();
  expect(first.value).toMatchObject({ data: { n: 90 } });
});

test('several subscriptions each get what they asked for', async () => {
  await home.start();
  const me = await enter();
  const ticks = await me.subscribe({ topics: ['ticks'] });
  const clients = await me.subscribe({ topics: ['clients'] });
  const other = await connect({ socket: home.file('sock') });
  await other.call('Publish', { count: 1 });
  const firstOf = async (subscription: typeof ticks) => {
    for await (const event of subscription) return event.type;
    return undefined;
  };
  expect(await firstOf(ticks)).toBe('Tick');
  expect(await firstOf(clients)).toBe('ClientConnected');
  await other.close();
});

test('closing ends calls, iterators and further calls', async () => {
  await home.start();
  const me = await enter();
  const subscription = await me.subscribe();
  const slow = me.call('Hang');
  const reading = (async () => {
    for await (const _event of subscription);
    return 'done';
  })();
  await me.close();
  await me.close();
  await expect(slow).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  expect(await reading).toBe('done');
  await expect(me.ping()).rejects.toMatchObject({ sent: false });
});

test('without reconnecting the end of the daemon is the end of the client', async () => {
  const child = await home.start();
  client = await connect({ socket: home.file('sock'), reconnect: false });
  let isClosed = false;
  client.on('closed', () => {
    isClosed = true;
  });
  child.process.kill('SIGKILL');
  await until(() => isClosed, 'the end');
  await expect(client.ping()).rejects.toMatchObject({ name: 'ConnectionClosedError' });
});
