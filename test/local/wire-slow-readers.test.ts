import { afterEach, beforeEach, expect, test } from 'vitest';
import { wireLimits } from '../../src/contract/limits.ts';
import { DaemonHome } from '../support/child-daemon.ts';
import type { RawClient } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let home: DaemonHome;
const clients: RawClient[] = [];
beforeEach(() => {
  home = new DaemonHome();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await home.remove();
});

async function enter(filter?: Record<string, unknown>): Promise<RawClient> {
  const client = await home.connect();
  clients.push(client);
  if (filter !== undefined) await client.call('Subscribe', filter);
  return client;
}

const mebibyte = 2 ** 20;
const ticks = { topics: ['ticks'] };

/** What the daemon says about its first client, which is the one that does not read in these tests. */
async function look(control: RawClient): Promise<{ queued: number; rss: number }> {
  const { result: list } = await control.call('ListClients');
  const { result: status } = await control.call('GetStatus');
  const [slow] = list as { queued: number }[];
  return { queued: slow?.queued ?? -1, rss: (status as { rss_bytes: number }).rss_bytes };
}

test('55 of 25,000 events a client that never reads loses some and is told, others lose none', async () => {
  // With so little memory nothing that is gone lies about for long.
  const NODE_OPTIONS = '--max-old-space-size=64';
  await home.start({ WIRED_LIMITS: '{"slowAfterMs":100}', NODE_OPTIONS });
  const slow = await enter(ticks);
  const good = await enter(ticks);
  const control = await enter();
  slow.socket.pause();
  const { rss } = await look(control);
  // As many as fit the queue of a client at once: on a busy machine the good one may be slow, too.
  const some = Array.from({ length: 500 }, (_, i) => i);
  for (let i = 0; i < 50; i++) {
    await control.call('Publish', { count: 500, filler: 7500 });
    await until(() => good.lines.length >= 500, 'the good client');
    expect(good.lines.splice(0).map((line) => JSON.parse(line).data.n)).toEqual(some);
  }
  await until(
    async () => (await look(control)).queued <= wireLimits.eventsQueuedMax,
    'the queue of the slow client to be bounded',
  );
  const before = await look(control);
  await control.call('Publish', { count: 2000 });
  expect((await look(control)).queued).toBeLessThanOrEqual(wireLimits.eventsQueuedMax);
  // Kept for it, they would be 180 MiB.
  expect((before.rss - rss) / mebibyte).toBeLessThan(130);
  slow.socket.resume();
  await until(async () => (await look(control)).queued === 0, 'the rest to be read');
  await slow.call('Ping');
  const lines = slow.lines.map((line) => JSON.parse(line));
  const [notice] = lines.filter(({ type }) => type === 'EventsDropped');
  expect(notice.data).toMatchObject({ count: expect.any(Number), types: ['Tick'] });
  const read = lines.filter(({ type }) => type === 'Tick');
  expect(notice.data.count + read.length).toBe(27_000);
  expect(read.at(-1).data.n).toBe(1999);
  const missed = Number(notice.data.last_seq) - Number(notice.data.first_seq) + 1;
  expect(missed).toBe(notice.data.count);
});

/** Asks for a lot without reading any of it. */
async function overwhelms(limits: object, answers: number, length: number): Promise<void> {
  await home.start({ WIRED_LIMITS: JSON.stringify(limits) });
  const slow = await enter();
  const good = await enter({ topics: ['ticks', 'clients'] });
  slow.socket.pause();
  for (let i = 0; i < answers; i++) {
    slow.write(`{"id":${i},"method":"Big","params":{"length":${length}}}\n`);
  }
  await until(() => good.lines.some((line) => line.includes('ClientDisconnected')), 'its end');
  good.lines.length = 0;
  await good.call('Publish', { count: 1 });
  expect(good.lines.map((line) => JSON.parse(line).type)).toEqual(['Tick']);
  expect(await good.call('ListClients')).toMatchObject({ result: [{ client: 'c2' }] });
}

test('56 a client for whom more than 64 MiB wait is destroyed, others are untouched', () =>
  overwhelms({}, 100, mebibyte));

test('56 a client that takes nothing although something waits is destroyed after its time', () =>
  overwhelms({ stalledAfterMs: 300 }, 10, 300_000));
